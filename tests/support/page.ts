import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A part that is loaded on demand takes as long as the machine lets it: on a busy one, the first time, more than the
// library's second.
configure({ asyncUtilTimeout: 20_000 })
// Each test begins with an empty page.
afterEach(cleanup)
