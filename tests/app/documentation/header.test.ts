import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHeader } from '../../../src/app/documentation/header'

describe('the bar above the documentation', () => {
  let show: ReturnType<typeof createHeader>['show']
  beforeEach(() => {
    const header = createHeader()
    document.body.replaceChildren(header.bar)
    ;({ show } = header)
  })
  afterEach(() => document.body.replaceChildren())

  it('says whether calls are sent with the session, and leads to where that changes', () => {
    const state = screen.getByRole('status')
    show('none')
    expect(state).toHaveTextContent(/^Nobody is signed in here\./)
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in')
    show('valid')
    expect(state).toHaveTextContent(/^“Try it out” sends calls with your session\./)
    show('expired')
    expect(state).toHaveTextContent(/^Your session has to be renewed\./)
    expect(screen.getByRole('link', { name: 'Open the console' })).toHaveAttribute('href', '/pages/dashboard')
  })

  it('keeps the focus on its link while the session is the same', () => {
    show('expired')
    const link = screen.getByRole('link', { name: 'Open the console' })
    link.focus()
    show('expired')
    expect(link).toHaveFocus()
  })
})
