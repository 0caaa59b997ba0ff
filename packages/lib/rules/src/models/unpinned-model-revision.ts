import { evidence, formatNames, type StaticRule } from '../core/static-rule.ts';

export const unpinnedModelRevision: StaticRule = {
  rule_id: 'unpinned-model-revision',
  rule_name: 'Model revision is not pinned',
  rule_description:
    'A model is loaded by name alone, so that its author can change what runs without anybody noticing.',
  object_types: ['model'],
  source: 'static',
  severity: 'medium',
  tags: { owasp_llm_2025: ['LLM03'] },
  remediation: {
    summary: 'Name the revision to load.',
    steps: ['Add the commit of the revision where the model is loaded.'],
    references: ['https://huggingface.co/docs/huggingface_hub/guides/download'],
  },
  evaluate: (graph) =>
    graph.models
      // The weights of a hosted model aren't loaded, so there is no revision to pin.
      .filter(({ facts }) => facts.revision === null && facts.deployment !== 'hosted_api')
      .filter(({ facts }) => (facts.deployment ?? null) !== null || facts.purl?.startsWith('pkg:huggingface/') === true)
      .map((model) => ({
        object: model,
        message: `${formatNames(model.agents.map((agent) => agent.name)) || 'Something'} loads ${model.facts.model_name} without naming a revision.`,
        evidence: [evidence('metadata', `${model.facts.purl ?? model.facts.model_name}: no revision`)],
        discriminators: [],
      })),
};
