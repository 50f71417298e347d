import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyChunk } from '#engine/ui/chunks/openChunk.tsx'

const Page = () => <p>page</p>
const shown = (Part: React.ComponentType) => (
  <Suspense fallback={<p>coming</p>}>
    <Part />
  </Suspense>
)

test('a part that was loaded before is there at once, without what stands in for it', async () => {
  const Part = lazyChunk(async () => Page)
  await Part.preload()
  render(shown(Part))
  expect(screen.getByText('page')).toBeTruthy()
})

test('one that was not comes when it is there, and is not begun anew by what is drawn after', async () => {
  const load = vi.fn(async () => Page)
  const Part = lazyChunk(load)
  const { rerender } = render(shown(Part))
  expect(screen.getByText('coming')).toBeTruthy()
  const first = await screen.findByText('page')
  rerender(shown(Part))
  expect(screen.getByText('page')).toBe(first)
  expect(load).toHaveBeenCalledTimes(1)
})

test('one that failed to come ahead is loaded where it is shown', async () => {
  const load = vi.fn(async () => Page).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Part = lazyChunk(load)
  await Part.preload().catch(() => undefined)
  render(shown(Part))
  expect(await screen.findByText('page')).toBeTruthy()
})
