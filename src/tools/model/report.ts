// Makes the report of the model-based tests: one page of HTML without scripts, the pictures beside it.
import type { PlayedStep, PlayedSystem, PlayedTour, Seen } from './played'
import { style } from './style'

/** A test of the other tiers: snapshots, invariants, walks and races. */
export interface PlainTest {
  readonly file: string
  readonly name: string
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly message?: string
}

/** A removed protection, and whether a test noticed. */
export interface Bite {
  readonly name: string
  readonly file: string
  readonly caught: boolean
  /** The first test that failed. */
  readonly by: string
}

export interface ReportInput {
  readonly seed: number
  /** The command that repeats this run exactly. */
  readonly command: string
  /** When it ran, in words. */
  readonly at: string
  readonly systems: readonly PlayedSystem[]
  readonly tests: readonly PlainTest[]
  readonly bites: readonly Bite[]
  /** Only one tour or case was asked for: coverage may be incomplete. */
  readonly isPart: boolean
}

/** What failed: a tour in a system, or a test. */
type Failed = { readonly system: PlayedSystem; readonly tour: PlayedTour } | { readonly test: PlainTest }

const titles: Readonly<Record<string, string>> = { auth: 'The session', plantRequest: 'Plant requests' }

/** True when every test passed and coverage is complete. */
export function isGood({ systems, tests, isPart }: ReportInput): boolean {
  return (
    systems.every((system) => (isPart || isSeen(system)) && failuresOf(system).length === 0) &&
    tests.every(({ status }) => status !== 'failed')
  )
}

/** Builds the report as one page of HTML; the pictures lie beside it. */
export function reportOf(input: ReportInput): string {
  const { systems, tests, bites } = input
  const failed = [
    ...systems.flatMap((system) => failuresOf(system).map((tour) => ({ system, tour }))),
    ...tests.filter(({ status }) => status === 'failed').map((test) => ({ test })),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Model-based tests · Frond</title>
<style>${style}</style>
</head>
<body>
${head(input)}
<main>
${failed.length > 0 ? failures(failed) : ''}
${coverage(input)}
${tours(systems)}
${plain(tests)}
${protections(bites)}
</main>
</body>
</html>
`
}

function head(input: ReportInput): string {
  const { seed, command, at, systems, tests } = input
  const good = isGood(input)
  const walked = systems.flatMap((system) => system.tours)
  const steps = walked.reduce((sum, tour) => sum + tour.steps.length, 0)
  return `<header>
<p class="brand">Frond</p>
<h1>Model-based tests</h1>
<p class="verdict ${good ? 'good' : 'bad'}">${good ? 'Everything is as the charts say.' : 'Something is not as the charts say.'}</p>
<dl class="facts">
${fact('Tours', walked.length)}${fact('Steps', steps)}${fact('Other tests', tests.length)}${fact('Seed', seed)}${fact('Run', text(at))}
</dl>
<p class="again">Run exactly this again: <code>${text(command)}</code></p>
<nav aria-label="Parts"><a href="#coverage">Coverage</a> <a href="#tours">Tours</a> <a href="#tests">Other tests</a> <a href="#protections">Protections</a></nav>
</header>`
}

function fact(name: string, value: string | number): string {
  return `<div><dt>${name}</dt><dd>${value}</dd></div>`
}

function failures(failed: readonly Failed[]): string {
  return section(
    'failures',
    'What failed',
    failed
      .map((one) =>
        'test' in one
          ? `<article class="failure"><h3>${text(one.test.name)}</h3><p>${text(one.test.file)}</p><pre>${text(one.test.message ?? '')}</pre></article>`
          : failedTour(one.system, one.tour),
      )
      .join('\n'),
  )
}

function failedTour(system: PlayedSystem, { name, steps, failure }: PlayedTour): string {
  const last = steps.at(-1)
  return `<article class="failure"><h3>${text(system.title)}, ${text(name)}: step ${steps.length}</h3>
<p>${text(last?.tell ?? '')}</p><pre>${text(failure?.message ?? '')}</pre>
<h4>The shortest way to it</h4><ol>${(failure?.shortest ?? []).map((tell) => `<li>${text(tell)}</li>`).join('')}</ol>
${picture(last)}
<p>Play only this: <code>npm run test:model -- --seed ${system.seed} --only ${quoted(last?.name ?? name)}</code></p></article>`
}

function coverage({ systems, isPart }: ReportInput): string {
  const rows = systems.map(({ machine, title, coverage: { states, transitions }, tours: walked, ...rest }) => {
    const failed = failuresOf({ tours: walked, ...rest }).length
    const steps = walked.reduce((sum, tour) => sum + tour.steps.length, 0)
    return `<tr><th scope="row">${text(titles[machine] ?? machine)}</th><td>${text(title)}</td><td>${meter(states)}</td><td>${meter(transitions)}</td>
<td class="number">${walked.length}</td><td class="number">${steps}</td><td class="number">${seconds(walked)}</td><td>${mark(failed === 0, failed === 0 ? 'passed' : `${failed} failed`)}</td></tr>`
  })
  const missing = systems.flatMap(({ machine, title, coverage: { states, transitions } }) =>
    [...states.missing, ...transitions.missing].map(
      (name) => `<li>${text(titles[machine] ?? machine)}, ${text(title)}: <code>${text(name)}</code></li>`,
    ),
  )
  return section(
    'coverage',
    'Coverage',
    `<p>${isPart ? 'A part was asked for: not everything need have been seen.' : 'Seen while the tours ran, as the machines themselves tell it. Less than everything fails the run.'}</p>
<div class="wide"><table><thead><tr><th>Machine</th><th>System</th><th>States</th><th>Transitions</th><th class="number">Tours</th><th class="number">Steps</th><th class="number">Time</th><th>Result</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>
${missing.length > 0 && !isPart ? `<h3>Not seen</h3><ul>${missing.join('')}</ul>` : ''}`,
  )
}

function tours(systems: readonly PlayedSystem[]): string {
  const machines = [...new Set(systems.map(({ machine }) => machine))]
  return section(
    'tours',
    'Tours',
    machines
      .map((machine) => {
        const those = systems.filter((system) => system.machine === machine)
        const names = [...new Set(those.flatMap((system) => system.tours.map(({ name }) => name)))]
        return `<h3>${text(titles[machine] ?? machine)}</h3>${names.map((name) => story(name, those)).join('\n')}`
      })
      .join('\n'),
  )
}

/** Tells one tour, from the system with the most pictures of it. */
function story(name: string, systems: readonly PlayedSystem[]): string {
  const played = systems.flatMap((system) => system.tours.filter((tour) => tour.name === name).map((tour) => ({ system, tour })))
  const pictures = ({ tour }: { tour: PlayedTour }): number => tour.steps.filter((step) => step.picture !== undefined).length
  const [teller] = played.toSorted((a, b) => pictures(b) - pictures(a) || b.tour.steps.length - a.tour.steps.length)
  const steps = teller?.tour.steps ?? []
  const marks = played.map(({ system, tour }) => mark(tour.failure === undefined, system.title)).join(' ')
  return `<details${played.some(({ tour }) => tour.failure !== undefined) ? ' open' : ''}><summary><span class="tour">${text(name)}</span> <span>${steps.length} steps</span> ${marks}</summary>
<ol class="story">${steps.map(step).join('\n')}</ol></details>`
}

function step({ name, tell, place, means, picture: file }: PlayedStep, at: number): string {
  const shown =
    file === undefined
      ? ''
      : `<a href="${text(file)}"><img src="${text(file)}" alt="The page after step ${at + 1}" loading="lazy"></a>`
  return `<li><div><p>${text(tell)}</p><p class="place"><code>${text(place)}</code> ${text(means)}</p><p class="case">Case: ${text(name)}</p></div>${shown}</li>`
}

function plain(tests: readonly PlainTest[]): string {
  const files = [...new Set(tests.map(({ file }) => file))]
  const body = files.map((file) => {
    const those = tests.filter((test) => test.file === file)
    const failed = those.filter(({ status }) => status === 'failed').length
    return `<details${failed > 0 ? ' open' : ''}><summary><span class="tour">${text(file)}</span> <span>${those.length} tests</span> ${mark(failed === 0, failed === 0 ? 'passed' : `${failed} failed`)}</summary>
<ul class="tests">${those.map(({ name, status }) => `<li>${mark(status === 'passed', status)} ${text(name)}</li>`).join('')}</ul></details>`
  })
  return section('tests', 'Snapshots, invariants, walks and races', body.join('\n') || '<p>None were asked for.</p>')
}

function protections(bites: readonly Bite[]): string {
  const rows = bites.map(
    ({ name, file, caught, by }) =>
      `<tr><th scope="row">${text(name)}</th><td><code>${text(file)}</code></td><td>${mark(caught, caught ? 'caught' : 'not caught')}</td><td>${text(by)}</td></tr>`,
  )
  return section(
    'protections',
    'Do the tests bite?',
    rows.length === 0
      ? '<p>Not tried in this checkout yet: <code>npm run test:model:bite</code> takes out one protection after the other and sees whether a test notices.</p>'
      : `<p>Each protection was taken out of a copy, alone; the tests had to notice.</p>
<div class="wide"><table><thead><tr><th>Taken out</th><th>File</th><th>Result</th><th>First test that failed</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`,
  )
}

function section(id: string, title: string, body: string): string {
  return `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>\n${body}\n</section>`
}

function meter({ seen, total }: Seen): string {
  const share = total === 0 ? 100 : Math.floor((seen / total) * 100)
  return `<span class="meter ${seen === total ? 'good' : 'bad'}"><span style="inline-size:${share}%"></span></span> ${seen} of ${total}`
}

function mark(good: boolean, words: string): string {
  return `<span class="mark ${good ? 'good' : 'bad'}">${good ? '✓' : '✗'} ${text(words)}</span>`
}

function picture(step: PlayedStep | undefined): string {
  return step?.picture === undefined
    ? ''
    : `<a href="${text(step.picture)}"><img src="${text(step.picture)}" alt="The page when it failed" loading="lazy"></a>`
}

function seconds(walked: readonly PlayedTour[]): string {
  return `${(walked.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1)} s`
}

function failuresOf({ tours: walked }: Pick<PlayedSystem, 'tours'>): PlayedTour[] {
  return walked.filter(({ failure }) => failure !== undefined)
}

function isSeen({ coverage: { states, transitions } }: PlayedSystem): boolean {
  return states.missing.length === 0 && transitions.missing.length === 0
}

function quoted(name: string): string {
  return /^[\w-]+$/.test(name) ? text(name) : `&quot;${text(name)}&quot;`
}

/** Escapes a text for HTML, also inside a quoted attribute. */
function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
