/** Locally administered addresses: no real device has them. */
const PREFIX = '02F051'
/** More than a gateway ever has. */
const SENSORS_MAX = 65_536

/** Signs in and answers how to ask the API as an administrator, until `signal`. Throws a sentence that says who did not answer as it should. */
export async function signIn({ url, email, password }, signal) {
  const call = async (method, path, body, token) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    }).catch(() => null)
    if (response === null) throw new Error(`No server answers at ${url}. Start one by npm start, or name another by --url`)
    const answer = await response.json().catch(() => null)
    if (answer === null) throw new Error(`${url} is no Frond: it answered ${method} ${path} with ${response.status}`)
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${answer.message}`)
    return answer.result
  }
  const { token } = await call('POST', '/api/v1/users/login', { email, password, role: 'admin' })
  return (method, path, body) => call(method, path, body, token)
}

/**
 * The simulated gateways with their sensors and new keys; what is missing is made, to report as often as gateways post. A device has the same
 * EUI in a house of any size.
 */
export async function furnish(call, { gateways, sensors, every }) {
  const hardwareId = await hardwareOf(call)
  const plants = await call('GET', '/api/v2/plants?status=published&pageSize=50')
  const house = []
  for (let at = 0; at < gateways; at += 1) {
    const gateway = await found(call, 'gateways', euiOf('D0', at), {
      name: `Simulated ${at + 1}`,
      serialNumber: `SIM-${at + 1}`,
      hardwareId,
      updateChannel: 'stable',
      reportingIntervalS: Math.max(30, Math.ceil(every)),
      tags: ['simulated'],
    })
    const { key } = await call('POST', `/api/v1/gateways/${gateway.id}/key`)
    const own = []
    for (let place = 0; place < sensors; place += 1) {
      const number = at * 31 + place
      const { eui } = await found(call, 'sensors', euiOf('E0', at * SENSORS_MAX + place), {
        name: `Simulated ${at + 1}-${place + 1}`,
        model: 'Simulated',
        gatewayId: gateway.id,
        plantId: plants[number % plants.length]?.id ?? null,
        reportingIntervalS: Math.max(60, Math.ceil(every)),
        externalPower: false,
        moistureCalibrated: false,
      })
      own.push({ eui, own: ((number * 37) % 100) / 100 })
    }
    house.push({ name: gateway.name, key, sensors: own })
  }
  return house
}

function euiOf(kind, number) {
  return `${PREFIX}${kind}${number.toString(16).toUpperCase().padStart(8, '0')}`
}

async function found(call, area, eui, draft) {
  const [known] = await call('GET', `/api/v1/${area}?q=${eui}`)
  return known ?? call('POST', `/api/v1/${area}/register`, { eui, ...draft })
}

async function hardwareOf(call) {
  const [any] = await call('GET', '/api/v1/gateway_hardwares?status=active&pageSize=1')
  const made =
    any ??
    (await call('POST', '/api/v1/gateway_hardwares/register', {
      vendor: 'Frond',
      model: 'Simulator',
      revision: '1',
      radios: [],
      status: 'active',
    }))
  return made.id
}
