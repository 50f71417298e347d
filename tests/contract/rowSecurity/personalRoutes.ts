import type { Fence } from './routes.ts'

interface Fences {
  readonly walk: (paths: string) => Fence
  readonly open: (why: string) => Fence
  readonly own: (why: string) => Fence
}

/** Live sheets and digests: what a person has for itself, and what their addresses open. */
export const personalRoutes = ({ walk, open, own }: Fences): Readonly<Record<string, Fence>> => ({
  'GET /api/me/digest': walk('/api/me/digest'),
  'PUT /api/me/digest': own("the caller's; digests.test.ts"),
  'GET /api/company/:id/feature': open('root alone; features.test.ts'),
  'GET /digest/:token': open('nothing without its token; digests.test.ts'),
  'POST /digest/:token': open('nothing without its token; digests.test.ts'),
  'GET /api/me/sheet': walk('/api/me/sheet'),
  'POST /api/me/sheet': own("the caller's; liveSheets.test.ts"),
  'DELETE /api/me/sheet/:id': own("the caller's"),
  'GET /api/sheet/:key': open('nothing without its key; liveSheets.test.ts'),
})
