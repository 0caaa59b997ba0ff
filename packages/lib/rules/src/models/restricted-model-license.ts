import { evidence, formatNames, type StaticRule } from '../core/static-rule.ts';

/** Licenses that forbid commercial use, as SPDX and model cards name them. */
const NON_COMMERCIAL = /(?:^|[^A-Za-z])(?:NC|non-?commercial|research-only)(?:[^A-Za-z]|$)/i;

export const restrictedModelLicense: StaticRule = {
  rule_id: 'restricted-model-license',
  rule_name: 'Model license forbids commercial use',
  rule_description: 'An agent uses a model whose license forbids commercial use.',
  object_types: ['model'],
  source: 'static',
  severity: 'low',
  tags: { owasp_llm_2025: ['LLM03'] },
  remediation: {
    summary: 'Obtain another license from the author, or use another model.',
    steps: [
      'Check whether your use is commercial under the terms of the license.',
      'Store the permission of the author with the code.',
    ],
    references: ['https://spdx.org/licenses/'],
  },
  evaluate: (graph) =>
    graph.models
      .filter(({ facts, agents }) => agents.length > 0 && NON_COMMERCIAL.test(facts.license ?? ''))
      .map((model) => ({
        object: model,
        causes: model.agents,
        message: `${formatNames(model.agents.map((agent) => agent.name))} uses ${model.facts.model_name}, whose license is ${model.facts.license}.`,
        evidence: [evidence('metadata', `license: ${model.facts.license}`)],
        discriminators: [],
      })),
};
