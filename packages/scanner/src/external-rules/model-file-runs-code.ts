import type { ScannedRule } from '@aispm/types';

/** A model file that runs code when it is loaded. */
export const modelFileRunsCode: ScannedRule = {
  rule_id: 'model-file-runs-code',
  rule_name: 'Model file runs code',
  rule_description:
    'A model file imports functions that start programs, evaluate code, or open files or connections. Loading it with pickle, torch.load or Keras executes what its author wrote.',
  object_types: ['model'],
  source: 'external',
  severity: 'critical',
  tags: { owasp_llm_2025: ['LLM03', 'LLM04'], mitre_atlas: ['AML.T0011.000'], cwe: ['CWE-502'] },
  remediation: {
    summary: 'Do not load the file. Use weights of the model in the format safetensors or GGUF.',
    steps: [
      'Find out where the file came from, and who has loaded it.',
      "Compare its digest with the publisher's.",
      'Replace it with weights in a format without code, and load with weights_only=True.',
    ],
    references: ['https://docs.python.org/3/library/pickle.html', 'https://cwe.mitre.org/data/definitions/502.html'],
  },
};
