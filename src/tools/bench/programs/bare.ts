// Bare Fastify: answers one path with the text that its parent sends, and sends the parent its address.
import { fastify } from 'fastify'

const [path = '/'] = process.argv.slice(2)
const [url] = path.split('?')

process.once('message', (body: string) => {
  const app = fastify()
  app.get(url ?? '/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
  void app.listen({ port: 0, host: '127.0.0.1' }).then((origin) => process.send?.(origin))
})
