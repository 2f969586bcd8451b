import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { buttonClass, type ButtonVariant, type Icon } from './Button'
import { cx } from './classes'
import { Link } from './Link'
import './menu.css'
import './popup.css'

export interface MenuProps {
  /** Accessible name of the button, and its text unless `children` of the trigger say otherwise. */
  readonly label: string
  readonly icon?: Icon | undefined
  /** What the button shows; without it the icon alone, with the label as its tooltip. */
  readonly trigger?: ReactNode | undefined
  readonly variant?: ButtonVariant | undefined
  readonly size?: 'sm' | 'md' | undefined
  /** Which edge of the button the menu keeps to. Default: end. */
  readonly align?: 'start' | 'end' | undefined
  /** MenuItem, MenuSeparator, MenuLabel; drawn from the first opening on, for a list has a menu in every row. */
  readonly children: ReactNode
}

/** A button that opens a menu, on the popover API: the browser closes it on Escape or a click elsewhere and gives the focus back. */
export function Menu({ label, icon: Icon, trigger, variant = 'ghost', size, align = 'end', children }: MenuProps) {
  const id = useId()
  const popup = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(false)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={trigger === undefined ? label : undefined}
        data-tip={trigger === undefined ? label : undefined}
        className={cx(buttonClass({ variant, size }), trigger === undefined && 'btn-square')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          popup.current?.showPopover({ source: event.currentTarget })
        }}
      >
        {Icon && <Icon className="btn-icon" />}
        {trigger !== undefined && trigger !== label && <span className="sr-only">{label}: </span>}
        {trigger}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={cx('popup menu', `popup-${align}`)}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') flushSync(() => setDrawn(true))
        }}
        onToggle={(event) => {
          if (event.newState === 'open') items(popup.current)[0]?.focus()
        }}
        onKeyDown={(event) => moveFocus(event, popup.current)}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('[role^="menuitem"]')) popup.current?.hidePopover()
        }}
      >
        {drawn && children}
      </div>
    </>
  )
}

export interface MenuItemProps {
  readonly children: ReactNode
  readonly icon?: Icon | undefined
  readonly onSelect?: (() => void) | undefined
  /** Makes it a link. */
  readonly href?: string | undefined
  readonly external?: boolean | undefined
  readonly danger?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Given: the item is a choice that is on or off. */
  readonly checked?: boolean | undefined
  /** The keys that do the same. */
  readonly keys?: string | undefined
}

export function MenuItem({ children, icon: Icon, onSelect, href, external, danger, disabled, checked, keys }: MenuItemProps) {
  const className = cx('menu-item', danger && 'menu-item-danger')
  const content = (
    <>
      {Icon && <Icon className="menu-icon" />}
      <span className="menu-text">{children}</span>
      {checked === true && <span className="menu-check" aria-hidden="true" />}
      {keys && <kbd className="kbd">{keys}</kbd>}
    </>
  )
  if (href !== undefined)
    return (
      <Link href={href} external={external} role="menuitem" tabIndex={-1} className={className} onClick={onSelect}>
        {content}
      </Link>
    )
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      aria-disabled={disabled || undefined}
      tabIndex={-1}
      className={className}
      onClick={disabled ? undefined : onSelect}
    >
      {content}
    </button>
  )
}

export function MenuSeparator() {
  return <div role="separator" className="menu-separator" />
}

/** A heading or a fact inside a menu, e.g. who is signed in. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return (
    <div role="presentation" className="menu-label">
      {children}
    </div>
  )
}

function items(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
}

function moveFocus(event: KeyboardEvent, menu: HTMLElement | null) {
  const all = items(menu)
  const at = all.findIndex((item) => item === document.activeElement)
  const to = next(event.key, at, all)
  if (event.key === 'Tab') menu?.hidePopover()
  if (to === undefined) return
  event.preventDefault()
  to.focus()
}

/** The item that a key leads to: arrows go round, a letter goes to the next item that begins with it. */
function next(key: string, at: number, all: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length]
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const ahead = [...all.slice(at + 1), ...all.slice(0, at + 1)]
  return ahead.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}
