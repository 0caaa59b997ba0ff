/** Reads names of models: which provider, and how it runs. */

/** What a name of a model says. */
export interface ModelName {
  readonly name: string;
  readonly provider: string;
}

/** Providers by the prefixes that frameworks use, as in `openai:gpt-4.1` and `anthropic/claude-sonnet-4-5`. */
const PREFIXES: Record<string, string> = {
  anthropic: 'anthropic',
  azure: 'azure',
  azure_ai: 'azure',
  azure_openai: 'azure',
  bedrock: 'aws-bedrock',
  bedrock_converse: 'aws-bedrock',
  'amazon-bedrock': 'aws-bedrock',
  cerebras: 'cerebras',
  cohere: 'cohere',
  cohere_chat: 'cohere',
  dashscope: 'alibaba',
  databricks: 'databricks',
  deepinfra: 'deepinfra',
  deepseek: 'deepseek',
  fireworks: 'fireworks',
  fireworks_ai: 'fireworks',
  gateway: 'gateway',
  gemini: 'google',
  github: 'github',
  google: 'google',
  google_genai: 'google',
  google_vertexai: 'google-vertex',
  'google-gla': 'google',
  'google-vertex': 'google-vertex',
  grok: 'xai',
  groq: 'groq',
  heroku: 'heroku',
  hf: 'huggingface',
  huggingface: 'huggingface',
  ibm: 'ibm',
  litellm_proxy: 'litellm',
  lm_studio: 'lm-studio',
  minimax: 'minimax',
  mistral: 'mistral',
  mistralai: 'mistral',
  moonshot: 'moonshot',
  moonshotai: 'moonshot',
  nebius: 'nebius',
  nvidia: 'nvidia',
  nvidia_nim: 'nvidia',
  ollama: 'ollama',
  ollama_chat: 'ollama',
  openai: 'openai',
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  openrouter: 'openrouter',
  perplexity: 'perplexity',
  replicate: 'replicate',
  sambanova: 'sambanova',
  sentence_transformers: 'huggingface',
  together: 'together',
  together_ai: 'together',
  vercel: 'vercel',
  vertex_ai: 'google-vertex',
  vertexai: 'google-vertex',
  vllm: 'vllm',
  voyageai: 'voyage',
  watsonx: 'ibm',
  xai: 'xai',
};

/** Providers by the beginnings of their models' names. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:(?:us|eu|apac|global|au|jp)\.)?(?:anthropic|amazon|meta|mistral|cohere|ai21|deepseek|openai|qwen|stability)\.[\w-]+/,
    'aws-bedrock',
  ],
  [
    /^(?:ft:)?(?:gpt-|chatgpt-|o[1345](?:-|$)|text-embedding-|text-davinci|davinci|dall-e|whisper-|tts-|codex-|computer-use|omni-moderation)/i,
    'openai',
  ],
  [/^claude-|^(?:sonnet|opus|haiku)$/i, 'anthropic'],
  [/^(?:models\/)?(?:gemini|gemma|text-embedding-00|embedding-00|imagen|veo|learnlm|palm)/i, 'google'],
  [/^(?:mistral|mixtral|codestral|ministral|magistral|pixtral|open-mi|devstral)/i, 'mistral'],
  [/^(?:command-|embed-(?:english|multilingual)|rerank-)/i, 'cohere'],
  [/^deepseek-/i, 'deepseek'],
  [/^grok-/i, 'xai'],
  [/^(?:qwen|qwq)/i, 'alibaba'],
  [/^(?:kimi|moonshot)/i, 'moonshot'],
  [/^(?:sonar)/i, 'perplexity'],
  [/^(?:voyage-)/i, 'voyage'],
  [/^(?:titan|nova-)/i, 'amazon'],
  [/^(?:llama|meta-llama)/i, 'meta'],
  [/^(?:phi-?\d)/i, 'microsoft'],
  [/^(?:glm-)/i, 'zhipu'],
];

/**
 * Reads the name of a model as code writes it. Returns undefined for a string that can't be one.
 *
 * @param hint the provider of the library that is called, used when the name says nothing
 */
export function readModelName(text: string, hint?: string): ModelName | undefined {
  const name = text.trim();
  if (name === '' || name.length > 200 || /[\s{}<>"'`$]|\[REDACTED\]|^https?:|^[.]/.test(name)) return undefined;
  const [, prefix = '', rest = ''] = /^([a-z][\w-]*)[:/](.+)$/i.exec(name) ?? [];
  const known = Object.hasOwn(PREFIXES, prefix.toLowerCase()) ? PREFIXES[prefix.toLowerCase()] : undefined;
  if (known !== undefined && hint !== 'huggingface') {
    return { name: rest.replace(/^models\//, ''), provider: known };
  }
  const family = FAMILIES.find(([pattern]) => pattern.test(name))?.[1];
  if (hint !== undefined && hint !== 'openai') return { name: name.replace(/^models\//, ''), provider: hint };
  if (family !== undefined) return { name: name.replace(/^models\//, ''), provider: family };
  if (/^[\w.-]+\/[\w.-]+$/.test(name))
    return { name, provider: prefix.toLowerCase() || name.split('/')[0] || 'unknown' };
  // A plain word isn't a model name unless a library uses it as one.
  if (hint === undefined && !/[\d-]/.test(name)) return undefined;
  return { name, provider: hint ?? 'unknown' };
}

/**
 * Returns whether a name can't be meant for a library: the text that it was a part of named another provider. Libraries of OpenAI call
 * many providers.
 *
 * @param before what stood before the name, such as `anthropic`
 */
export function isOfOtherProvider(before: string | undefined, library: string | undefined): boolean {
  const named = before?.toLowerCase() ?? '';
  const provider = Object.hasOwn(PREFIXES, named) ? PREFIXES[named] : undefined;
  return provider !== undefined && library !== undefined && library !== 'openai' && library !== provider;
}

/** Providers that offer their own models only. */
const EXCLUSIVE = new Set(['anthropic', 'cohere', 'deepseek', 'google', 'mistral', 'moonshot', 'perplexity', 'xai']);

/** Returns whether a provider can't have a model, because it runs at its maker only: the default of a choice of several providers. */
export function isImpossible(text: string, library: string | undefined): boolean {
  const family = FAMILIES.find(([pattern]) => pattern.test(text.trim()))?.[1];
  const isElsewhere = library !== undefined && EXCLUSIVE.has(library) && family !== undefined && family !== library;
  return isElsewhere && HOSTED_ONLY.test(text.trim());
}

/** What names of models don't contain: regular expressions, hosts, and calls. */
const NO_MODEL = /[\\()[\]|*?+^,;=&]|\.(?:local|localhost|internal|com|net|org|io)(?=[:/]|$)/i;

/** Returns whether a string looks like the name of a model without anything saying so. */
export function looksLikeModelName(text: string): boolean {
  if (text.length > 100 || /\s/.test(text) || NO_MODEL.test(text)) return false;
  const bare = text.replace(/^[a-z][\w-]*[:/]/i, '');
  // Sizes and dates are separate words: `gemini` has none.
  const isVersioned = /\d|(?<![a-z])(?:latest|mini|turbo)(?![a-z])/i.test(text);
  return isVersioned && FAMILIES.some(([pattern]) => pattern.test(text) || pattern.test(bare));
}

/**
 * Models whose weights their makers don't publish, so that they run at a provider only.
 * Sources: the lists of models of OpenAI, Anthropic and Google; the models of OpenAI with open weights are named `gpt-oss-…`.
 */
const HOSTED_ONLY = /^(?:.*\/)?(?:ft:)?(?:gpt-\d|chatgpt-|o[134](?:-|$)|claude-|gemini-)[\w.:-]*$/i;

/** Returns whether a model is one that runs at a provider only. */
export function isHostedOnly({ name }: ModelName): boolean {
  return HOSTED_ONLY.test(name);
}
