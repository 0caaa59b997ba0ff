import type { ScannedRule } from '@aispm/types';

/** A model file that imports more than weights need. */
export const modelFileImportsUnlistedCode: ScannedRule = {
  rule_id: 'model-file-imports-unlisted-code',
  rule_name: 'Model file imports code',
  rule_description:
    'A model file imports classes or functions beyond those that rebuild tensors and collections. Loading it executes code of these modules, and PyTorch rejects it with weights_only=True.',
  object_types: ['model'],
  source: 'external',
  severity: 'low',
  tags: { owasp_llm_2025: ['LLM03'], cwe: ['CWE-502'] },
  remediation: {
    summary: 'Load only files of publishers that you trust, or convert the weights to safetensors.',
    steps: ['Review the imported modules.', 'Convert the weights once, in an isolated environment.'],
    references: ['https://github.com/huggingface/safetensors'],
  },
};
