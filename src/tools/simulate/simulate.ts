import { signIn, type Call } from './administrator'
import { chanceOf } from './chance'
import { createFleet, SIMULATED_TAG } from './fleet'
import { add, createGateway, nothing, wait, type Sent, type SimulatedGateway } from './gateway'
import type { SimulateOptions } from './options'
import { beginRollout, rolloutSentence } from './rollout'

type Options = SimulateOptions & { readonly password: string }

/** Gateways that send their history concurrently. */
const AT_ONCE = 10

/**
 * Creates a fleet and lets its gateways post until `signal` aborts, for `rounds` rounds, or until no gateway has a valid key. Returns
 * what became of all readings. Throws a sentence when no Frond answers.
 */
export async function simulate(
  options: Options,
  signal: AbortSignal,
  print: (line: string) => void = console.log,
): Promise<Sent> {
  print(beginning(options))
  const { call, fleet } = await signedInFleet(options, signal)
  if (call === null || signal.aborted) return nothing()
  const gateways = fleet.map((one, at) =>
    createGateway(
      one,
      { ...options, drift: at % 2 === 1 ? options.drift : 0, flood: at === 0 ? options.flood : 0 },
      // A derived signal for each gateway, because a waiting gateway adds a listener to it, and there may be thousands.
      { chance: chanceOf(options.seed * 1000 + at), signal: AbortSignal.any([signal]), print },
    ),
  )
  const rollout = await begun(call, options, fleet)
  print(`Each gateway posts every ${options.every} s. Ctrl+C stops it.`)
  const total = nothing()
  if (options.history > 0) {
    for (let at = 0; at < gateways.length; at += AT_ONCE)
      for (const outcome of await Promise.all(
        gateways.slice(at, at + AT_ONCE).map((gateway) => gateway.backfill(Date.now(), options.history)),
      ))
        add(total, outcome)
    print(`${options.history} hours before now: ${sentence(total)}`)
  }
  const goesOn = () => !signal.aborted && gateways.some((gateway) => gateway.hasKey())
  for (let round = 1; goesOn() && (options.rounds === 0 || round <= options.rounds); round += 1) {
    const began = Date.now()
    for (const outcome of await Promise.all(gateways.map((gateway) => gateway.round(began)))) add(total, outcome)
    const silent = gateways.filter((gateway) => gateway.isSilent()).length
    print(`${new Date(began).toISOString().slice(11, 19)}  ${sentence(total)}${silent > 0 ? `; ${silent} silent` : ''}`)
    // A server that is busy for a moment must not end the simulation.
    if (rollout !== null && !signal.aborted) print(await rolloutSentence(call, rollout).catch(String))
    if (round !== options.rounds) await wait(Math.max(0, options.every * 1000 - (Date.now() - began)), signal)
  }
  return total
}

/** Starts the requested rollout; returns its id, or null where none was requested. */
async function begun(call: Call, { rollout, existing }: Options, fleet: readonly SimulatedGateway[]): Promise<string | null> {
  if (rollout === 'none') return null
  const hardwareIds = [...new Set(fleet.map(({ hardwareId }) => hardwareId))]
  return beginRollout(call, rollout, { hardwareIds, tags: existing ? [] : [SIMULATED_TAG] })
}

/** Signs in and creates the fleet; `call` is null when the user stops it before that is done. */
async function signedInFleet(options: Options, signal: AbortSignal): Promise<{ call: Call | null; fleet: SimulatedGateway[] }> {
  try {
    const call = await signIn(options, signal)
    return { call, fleet: await createFleet(call, options) }
  } catch (error) {
    if (signal.aborted) return { call: null, fleet: [] }
    throw error
  }
}

function beginning({ gateways, sensors, existing, url }: Options): string {
  const size = `${counted(gateways, 'gateway')} with ${existing ? 'up to ' : ''}${counted(sensors, 'sensor')} each`
  return existing ? `Taking over up to ${size} at ${url} …` : `Creating ${size} at ${url} …`
}

function sentence({ batches, stored, duplicates, refused, failed, slowed }: Sent): string {
  const late = `${failed > 0 ? `, ${counted(failed, 'post')} kept for later` : ''}${slowed > 0 ? `, ${slowed} answered with 429` : ''}`
  return `${counted(batches, 'batch', 'batches')}, ${counted(stored, 'reading')} stored, ${duplicates} known, ${refused} refused${late}`
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
