import { evidence, formatNames, type StaticRule } from '../core/static-rule.ts';

export const floatingModelAlias: StaticRule = {
  rule_id: 'floating-model-alias',
  rule_name: 'Floating model alias',
  rule_description:
    'A hosted model is called by an alias such as `…-latest`. The provider decides when the alias refers to another model, for which earlier evaluations are not valid.',
  object_types: ['model'],
  source: 'static',
  severity: 'low',
  tags: { owasp_llm_2025: ['LLM03'] },
  remediation: {
    summary: 'Call the model by the name of a version.',
    steps: [
      'Look up the dated name to which the alias refers.',
      'Change to a newer version after its evaluations have passed.',
    ],
    references: ['https://genai.owasp.org/llmrisk/llm032025-supply-chain/'],
  },
  evaluate: (graph) =>
    graph.models
      .filter(({ facts }) => facts.deployment === 'hosted_api' && /(?:^|[-:@/])latest$/i.test(facts.model_name))
      .map((model) => ({
        object: model,
        message: `${formatNames(model.agents.map((agent) => agent.name)) || 'Something'} calls ${model.facts.model_name}, which may refer to another model at any time.`,
        evidence: [evidence('code', model.facts.model_name)],
        discriminators: [],
      })),
};
