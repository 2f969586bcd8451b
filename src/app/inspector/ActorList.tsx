import type { SeenActor } from './actors'
import { timeOf, titleOf } from './words'

interface Props {
  readonly actors: readonly SeenActor[]
  /** Machines that no tab has run, for reading. */
  readonly idle: readonly SeenActor[]
  readonly shown: SeenActor | undefined
  readonly onChoose: (actor: SeenActor) => void
}

/** Every tab that has reported, with its running and finished machines. Closed tabs stay in the list. */
export function ActorList({ actors, idle, shown, onChoose }: Props) {
  const list = (listed: readonly SeenActor[]) => (
    <ul>
      {listed.map((actor) => (
        <li key={actor.id}>
          <Choice actor={actor} isShown={actor.id === shown?.id} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
  return (
    <nav className="in-pages" aria-label="Machines">
      <h2>
        Tabs <span>{new Set(actors.flatMap(({ isOpen, page }) => (isOpen ? page : []))).size} open</span>
      </h2>
      {list(actors)}
      {idle.length > 0 && <h2>Not running</h2>}
      {list(idle)}
    </nav>
  )
}

interface ChoiceProps extends Pick<Props, 'onChoose'> {
  readonly actor: SeenActor
  readonly isShown: boolean
}

function Choice({ actor, isShown, onChoose }: ChoiceProps) {
  const { machine, title, isOpen, openedAt, page, entries } = actor
  const last = entries.at(-1)
  const opened = timeOf(openedAt).slice(0, 8)
  return (
    <button
      type="button"
      className="in-page"
      // The session's machine represents its tab; the tab's other machines are indented below it.
      data-inner={(machine !== 'auth' && page !== '') || undefined}
      data-over={!isOpen || last?.isOver || undefined}
      aria-current={isShown ? 'true' : undefined}
      onClick={() => onChoose(actor)}
    >
      <b>{machine === 'auth' ? title.replace(/ · Frond$/, '') || titleOf(machine) : titleOf(machine)}</b>
      {page !== '' && (
        <>
          {' '}
          <code>{machine === 'auth' ? last?.value : last?.value.replace(/\w+\./g, '')}</code>{' '}
          <small>{machine === 'auth' ? `${isOpen ? 'open since' : 'closed, opened'} ${opened}` : last?.isOver && 'ended'}</small>
        </>
      )}
    </button>
  )
}
