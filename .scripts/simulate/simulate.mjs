import { chanceOf } from './chance.mjs'
import { createGateway, nothing, wait } from './gateway.mjs'
import { furnish, signIn } from './house.mjs'

/** Furnishes a house and lets its gateways post until `signal`, or for so many rounds. Answers what became of everything sent. */
export async function simulate(options, signal, print = console.log) {
  const call = await signIn(options)
  const house = await furnish(call, options)
  const gateways = house.map((one, at) =>
    createGateway(
      one,
      { ...options, drift: at % 2 === 1 ? options.drift : 0, flood: at === 0 ? options.flood : 0 },
      chanceOf(options.seed * 1000 + at),
      signal,
    ),
  )
  print(
    `${house.length} gateways with ${options.sensors} sensors each post to ${options.url} every ${options.every} s. Ctrl+C ends it.`,
  )
  const total = nothing()
  const add = (outcomes) => {
    for (const outcome of outcomes) for (const name of Object.keys(total)) total[name] += outcome[name]
    return total
  }
  if (options.history > 0) {
    add(await Promise.all(gateways.map((gateway) => gateway.backfill(Date.now(), options.history))))
    print(`${options.history} hours before now: ${sentence(total)}`)
  }
  for (let round = 1; !signal.aborted && (options.rounds === 0 || round <= options.rounds); round += 1) {
    const began = Date.now()
    add(await Promise.all(gateways.map((gateway) => gateway.round(began))))
    const silent = gateways.filter((gateway) => gateway.isSilent()).length
    print(`${new Date(began).toISOString().slice(11, 19)}  ${sentence(total)}${silent > 0 ? `; ${silent} silent` : ''}`)
    if (round !== options.rounds) await wait(Math.max(0, options.every * 1000 - (Date.now() - began)), signal)
  }
  return total
}

function sentence({ batches, stored, duplicates, refused, failed, slowed }) {
  const late = `${failed > 0 ? `, ${failed} ${failed === 1 ? 'post' : 'posts'} kept for later` : ''}${slowed > 0 ? `, ${slowed} told to wait` : ''}`
  return `${batches} batches, ${stored} readings stored, ${duplicates} known, ${refused} refused${late}`
}
