/**
 * The floor of what a request over HTTP can cost here: Fastify and pg with nothing between them, no session, no rights,
 * no checks. `GET /{name}?id=` asks the statement of that name, prepared, and sends its first text as it is.
 * Settings: `DATABASE_URL`, and `STATEMENTS`, JSON of texts by name (`$1` is the id).
 */
import fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = fastify()
for (const [name, text] of Object.entries(JSON.parse(process.env.STATEMENTS!) as Record<string, string>))
  app.get<{ Querystring: { id?: string } }>(`/${name}`, async ({ query: { id } }, reply) => {
    const { rows } = await pool.query<[string]>({ name, text, values: id ? [id] : [], rowMode: 'array' })
    return reply.type('application/json; charset=utf-8').send(rows[0]![0])
  })
process.stdout.write(`ready: ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
