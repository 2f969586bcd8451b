import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { declaration } from '../../../src/areas/gatewayHardwares'
import { DifferenceDialog } from '../../../src/crud/form/DifferenceDialog'

it('names the choices of a field by their words', () => {
  render(
    <DifferenceDialog
      area={declaration}
      base={{ status: 'active' }}
      mine={{ status: 'active' }}
      theirs={{ status: 'eol' }}
      onTakeTheirs={vi.fn()}
      onSave={vi.fn()}
      onClose={vi.fn()}
    />,
  )
  expect(screen.getByRole('row', { name: /^Status/ })).toHaveTextContent('StatusActiveEnd of life')
})
