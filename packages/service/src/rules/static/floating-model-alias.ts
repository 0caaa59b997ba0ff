import { evidence, listed, type StaticRule } from '../static-rule.ts';

export const floatingModelAlias: StaticRule = {
  rule_id: 'floating-model-alias',
  rule_name: 'Model called by a name that moves',
  rule_description:
    'A hosted model is called by an alias such as `…-latest`. The provider decides when another model answers, and evaluations of the old one no longer hold.',
  object_types: ['model'],
  source: 'static',
  severity: 'low',
  tags: { owasp_llm: ['LLM03:2026'] },
  remediation: {
    summary: 'Call the model by the name of its version.',
    steps: [
      'Look up the dated name that the alias stands for.',
      'Move to a newer one after the evaluations have passed.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm032025-supply-chain/'],
  },
  evaluate: (graph) =>
    graph.models
      .filter(({ facts }) => facts.deployment === 'hosted_api' && /(?:^|[-:@/])latest$/i.test(facts.model_name))
      .map((model) => ({
        object: model,
        message: `${listed(model.agents.map((agent) => agent.name)) || 'Something'} calls ${model.facts.model_name}, which is another model from time to time.`,
        evidence: [evidence('code', model.facts.model_name)],
        fingerprint: [],
      })),
};
