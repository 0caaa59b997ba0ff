/**
 * The baseline: only Fastify and pg. It responds to each path with the rows of the statements that the service runs for it,
 * which its parent process sends; `{id}` in their values is replaced by the last part of the path.
 */
import fastify from 'fastify';
import pg from 'pg';

/** The statements of one path. */
export interface BareRoute {
  /** With `:id` for the variable part. */
  url: string;
  statements: { text: string; values: unknown[] }[];
}

interface Start {
  databaseUrl: string;
  poolSize: number;
  routes: BareRoute[];
}

// The same as in the service: other types would cost the baseline more.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

process.once('message', async ({ databaseUrl, poolSize, routes }: Start) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const server = fastify();
  routes.forEach(({ url, statements }, route) => {
    server.get(url, async (request) => {
      const { id } = request.params as { id?: string };
      const results = [];
      for (const [index, { text, values }] of statements.entries()) {
        const parameters = values.map((value) => (value === '{id}' ? id : value));
        const { rows } = await pool.query({ name: `r${route}_${index}`, text, values: parameters });
        results.push(rows);
      }
      return results;
    });
  });
  process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
});
