// A hostile client in a process of its own: does one kind of harm to the server at a port, for so many seconds, and says how often.
import { setPriority } from 'node:os'
import { hostiles } from '../hostile/clients'

const [kind = '', port = '', seconds = '', token = '', key = ''] = process.argv.slice(2)
const hostile = hostiles[kind]
if (hostile === undefined) throw new Error(`There is no hostile client "${kind}".`)
// It stands for other machines, and should take no time from the server's processor.
setPriority(15)
const end = performance.now() + Number(seconds) * 1000
const times = await hostile({ port: Number(port), token, key, isOver: () => performance.now() > end })
process.stdout.write(String(times), () => process.exit(0))
