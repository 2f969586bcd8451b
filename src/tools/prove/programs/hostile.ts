// Runs a hostile client in a separate process: attacks the server on a port for some seconds, and prints how often.
import { setPriority } from 'node:os'
import { hostiles } from '../hostile/clients'

const [kind = '', port = '', seconds = '', token = '', key = ''] = process.argv.slice(2)
const hostile = hostiles[kind]
if (hostile === undefined) throw new Error(`There is no hostile client "${kind}".`)
// It stands for other machines, so it must not take processor time from the server.
setPriority(15)
const end = performance.now() + Number(seconds) * 1000
const times = await hostile({ port: Number(port), token, key, isOver: () => performance.now() > end })
process.stdout.write(String(times), () => process.exit(0))
