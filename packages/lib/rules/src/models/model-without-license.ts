import { evidence, formatNames, type StaticRule } from '../core/static-rule.ts';

export const modelWithoutLicense: StaticRule = {
  rule_id: 'model-without-license',
  rule_name: 'Model without a license',
  rule_description: 'No license is known for a model, so that it is unclear whether it may be used.',
  object_types: ['model'],
  source: 'static',
  severity: 'low',
  tags: {},
  remediation: null,
  evaluate: (graph) =>
    graph.models
      // The terms of a hosted model are part of the contract with its provider.
      .filter(({ facts }) => facts.license === null && facts.deployment !== 'hosted_api')
      .map((model) => {
        const users = formatNames(model.agents.map((agent) => agent.name));
        return {
          object: model,
          message: `No license is known for ${model.facts.model_name}${users === '' ? '' : `, which ${users} uses`}.`,
          evidence: [evidence('metadata', 'A scanner looked for a license and found none.')],
          discriminators: [],
        };
      }),
};
