import type { Framework } from '../../recognize/shared/framework.ts';

/** Spring AI: a client of a model executes the tools that it is given. */
export const springAi: Framework = {
  id: 'spring-ai',
  title: 'Spring AI',
  language: 'java',
  documentation: 'https://docs.spring.io/spring-ai/reference/api/chatclient.html',
  modules: ['org.springframework.ai'],
  packages: [],
  components: [
    {
      role: 'agent',
      symbols: ['*.defaultTools', '*.defaultToolCallbacks'],
      tools: ['@0', '@1', '@2', '@3', '@4', '@5'],
    },
  ],
};
