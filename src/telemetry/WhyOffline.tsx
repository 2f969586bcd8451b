import { NEIGHBOUR_KM, type GatewayAvailability, type GatewayTraffic } from '../contract/gatewayTraffic'
import type { Gateway } from '../contract/gateways'
import type { ReactNode } from 'react'
import { counted, durationWords } from '../crud/model/words'
import { Card } from '../ui/layout/Card'
import { grouped } from '../ui/text/numberWords'
import { Time } from '../ui/text/Time'
import { refusalWords } from './refusalWords'
import './telemetry.css'

interface WhyOfflineProps {
  readonly gateway: Gateway
  readonly availability: GatewayAvailability
  readonly traffic: GatewayTraffic | undefined
}

/** Explains why a gateway is not online, from its last check-ins, its key and its neighbours. */
export function WhyOffline({ gateway, availability, traffic }: WhyOfflineProps) {
  if (gateway.state === 'online') return null
  const sentences = [
    silence(gateway),
    keyTrouble(gateway, traffic),
    refusal(availability),
    update(gateway),
    around(gateway, availability.neighbours),
  ].filter((sentence) => sentence !== null)
  return (
    <Card title={gateway.state === 'offline' ? 'Why it is offline' : 'Why it was never seen'}>
      <ul className="why-offline">
        {sentences.map((sentence, at) => (
          <li key={at}>{sentence}</li>
        ))}
      </ul>
    </Card>
  )
}

function silence({ lastSeenAt, reportingIntervalS }: Gateway): ReactNode {
  if (lastSeenAt == null) return 'It has never checked in.'
  return (
    <>
      Its last check-in was <Time value={lastSeenAt} />, at <Time value={lastSeenAt} show="full" />. It should report every{' '}
      {durationWords(reportingIntervalS)}.
    </>
  )
}

/** A new key replaces the old one: a gateway that has not sent since may still use the old one. */
function keyTrouble({ lastSeenAt }: Gateway, traffic: GatewayTraffic | undefined): ReactNode {
  if (traffic === undefined) return null
  const { keyCreatedAt } = traffic
  if (keyCreatedAt === null)
    return 'It has no API key, so its check-ins are rejected. Create a key below and configure it on the gateway.'
  if (lastSeenAt != null && keyCreatedAt <= lastSeenAt) return null
  return (
    <>
      Its API key was created <Time value={keyCreatedAt} />
      {lastSeenAt == null ? '' : ', after the last check-in'}: check that the gateway uses this key.
    </>
  )
}

function refusal({ lastRefusal }: GatewayAvailability): ReactNode {
  if (lastRefusal == null) return null
  const { at, code, count } = lastRefusal
  return (
    <>
      Its last rejected readings: {grouped(count)} {refusalWords[code]}, <Time value={at} />.
      {code === 'ahead' && ' Check the gateway’s clock.'}
    </>
  )
}

function update({ firmwareUpdate, targetFirmwareName, targetFirmwareAt, lastSeenAt }: Gateway): ReactNode {
  if (firmwareUpdate !== 'pending' || targetFirmwareAt == null || lastSeenAt == null) return null
  return (
    <>
      Firmware {targetFirmwareName} was assigned <Time value={targetFirmwareAt} />
      {targetFirmwareAt < lastSeenAt ? ': the update may have failed.' : ', after the last check-in.'}
    </>
  )
}

function around({ state }: Gateway, neighbours: GatewayAvailability['neighbours']): ReactNode {
  if (neighbours == null) return 'Enter its position to compare it with the gateways around it.'
  const { total, offline, together } = neighbours
  const near = `within ${NEIGHBOUR_KM} km`
  const nouns = { one: `other gateway ${near}`, many: `other gateways ${near}` }
  if (total === 0) return `There is no other gateway ${near} to compare it with.`
  if (state === 'offline' && together > 0)
    return `${grouped(together)} of ${counted(total, nouns)} went silent within ten minutes of it: check power and internet at the site.`
  if (offline === 0) {
    const all = total === 1 ? `The one ${nouns.one} is` : `All ${counted(total, nouns)} are`
    return `${all} online: check this gateway’s power, uplink and key.`
  }
  return `${grouped(offline)} of ${counted(total, nouns)} ${offline === 1 ? 'is' : 'are'} offline too.`
}
