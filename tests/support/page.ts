import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { pageSlots } from '#app/ui/slots.tsx'
import { fillSlots } from '#engine/ui/slots.ts'

// A part that is loaded on demand takes as long as the machine lets it: on a busy one, the first time, more than the
// library's second.
configure({ asyncUtilTimeout: 20_000 })
// The pages of the product, with what features place into them.
fillSlots(pageSlots)
// Each test begins with an empty page.
afterEach(cleanup)
