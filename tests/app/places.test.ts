import { describe, expect, it } from 'vitest'
import { places } from '../../src/app/palette/places'

const letters = places.map(({ letter }) => letter)
const letterOf = (title: string) => places.find((place) => place.title === title)?.letter

describe('the letters after g', () => {
  it('lead to every place, each to one, and are no keys of a list', () => {
    expect(places.filter(({ letter }) => letter === undefined).map(({ title }) => title)).toEqual([])
    expect(new Set(letters).size).toBe(places.length)
    expect(letters.filter((letter) => ['j', 'k', 'x', 'e'].includes(letter ?? ''))).toEqual([])
  })

  it('are those that an area names, otherwise one of its title', () => {
    expect(['Alerts', 'Alert Rules', 'Gateways', 'Plant Requests'].map(letterOf)).toEqual(['b', 'n', 'g', 'r'])
  })
})
