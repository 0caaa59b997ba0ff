import type { CatalogueCase } from '../find.ts';

export const MODEL_SDKS_CASES: Readonly<Record<string, CatalogueCase>> = {
  'SDKs of model providers': {
    sources: {
      'main.py': `
import boto3
import cohere
import google.generativeai as palm
import instructor
import litellm
import ollama
from anthropic import Anthropic
from diffusers import DiffusionPipeline
from google import genai
from groq import Groq
from huggingface_hub import InferenceClient
from mistralai import Mistral
from openai import AzureOpenAI, OpenAI
from sentence_transformers import SentenceTransformer
from together import Together
from transformers import AutoModelForCausalLM, pipeline
from vllm import LLM

patched = instructor.from_openai(OpenAI())
routed = instructor.from_provider("openai/m-routed")

def ask(text):
    OpenAI().chat.completions.create(model="m-openai", messages=[])
    patched.chat.completions.create(model="m-patched", messages=[])
    AzureOpenAI().chat.completions.create(model="m-azure", messages=[])
    Anthropic().messages.create(model="m-anthropic", max_tokens=1, messages=[])
    genai.Client().models.generate_content(model="m-genai", contents=text)
    palm.GenerativeModel("m-palm")
    litellm.completion(model="m-litellm", messages=[])
    ollama.chat(model="m-ollama", messages=[])
    Groq().chat.completions.create(model="m-groq", messages=[])
    Mistral().chat.complete(model="m-mistral", messages=[])
    cohere.Client().chat(model="m-cohere", message=text)
    Together().chat.completions.create(model="m-together", messages=[])
    boto3.client("bedrock-runtime").converse(modelId="m-bedrock", messages=[])
    AutoModelForCausalLM.from_pretrained("acme/m-auto")
    pipeline("summarization", "acme/m-pipeline")
    SentenceTransformer("acme/m-sentences")
    DiffusionPipeline.from_pretrained("acme/m-images")
    LLM(model="acme/m-vllm")
    InferenceClient("acme/m-inference")
`,
    },
    found: [
      'model acme/m-auto (acme)',
      'model acme/m-images (acme)',
      'model acme/m-inference (acme)',
      'model acme/m-pipeline (acme)',
      'model acme/m-sentences (acme)',
      'model acme/m-vllm (acme)',
      'model m-anthropic (anthropic)',
      'model m-azure (azure)',
      'model m-bedrock (aws-bedrock)',
      'model m-cohere (cohere)',
      'model m-genai (google)',
      'model m-groq (groq)',
      'model m-litellm (unknown)',
      'model m-mistral (mistral)',
      'model m-ollama (ollama)',
      'model m-openai (openai)',
      'model m-palm (google)',
      'model m-patched (unknown)',
      'model m-routed (openai)',
      'model m-together (together)',
    ],
  },
  'Anthropic, runner of tools': {
    sources: {
      'a.py': `from anthropic import Anthropic, beta_tool
client = Anthropic()

@beta_tool
def area(radius: float) -> str: return "x"

runner = client.beta.messages.tool_runner(model="claude-sonnet-4-5", tools=[area], messages=[])
`,
    },
    found: [
      'agent runner',
      'model claude-sonnet-4-5 (anthropic)',
      'runner -models-> claude-sonnet-4-5',
      'runner -tools-> area',
      'tool area',
    ],
  },
};
