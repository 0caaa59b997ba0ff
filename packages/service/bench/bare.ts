/**
 * The yardstick: Fastify and pg with nothing around them. It answers each path with the rows of the very statements that the
 * service runs for it, as it was told by its parent process; `{id}` in their values stands for the last part of the path.
 */
import fastify from 'fastify';
import pg from 'pg';

/** What one path is answered with. */
export interface BareRoute {
  /** With `:id` for the part that differs. */
  url: string;
  statements: { text: string; values: unknown[] }[];
}

interface Start {
  databaseUrl: string;
  poolSize: number;
  routes: BareRoute[];
}

// As texts and numbers, as the service reads them: anything else would cost the yardstick more.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

process.once('message', async ({ databaseUrl, poolSize, routes }: Start) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const server = fastify();
  routes.forEach(({ url, statements }, route) => {
    server.get(url, async (request) => {
      const { id } = request.params as { id?: string };
      const answers = [];
      for (const [index, { text, values }] of statements.entries()) {
        const filled = values.map((value) => (value === '{id}' ? id : value));
        const { rows } = await pool.query({ name: `r${route}_${index}`, text, values: filled });
        answers.push(rows);
      }
      return answers;
    });
  });
  process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
});
