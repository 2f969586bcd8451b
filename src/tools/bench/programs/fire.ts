// Sends requests, sixteen at a time, over connections that stay open: url, headers as JSON, how many.
import { Agent, request } from 'node:http'

const [url = '', headers = '{}', count = '0'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
let left = Number(count)

const one = () =>
  new Promise<void>((resolve, reject) => {
    const sent = request(url, { agent, headers: JSON.parse(headers) as Record<string, string> }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}`))
      answer.resume().on('end', () => resolve())
    })
    sent.on('error', reject).end()
  })

await Promise.all(
  Array.from({ length: 16 }, async () => {
    while (left-- > 0) await one()
  }),
)
agent.destroy()
