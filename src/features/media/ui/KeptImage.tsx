import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'

/** The image as an address of its own: pages show no others than those of their own server. */
function asAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('The image cannot be read.'))
    reader.readAsDataURL(blob)
  })
}

/** The image of a banner, in whatever state it is. */
export function StoredImage({ id, version, name }: { id: number; version: number; name: string }) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const image = useQuery({
    queryKey: ['media', 'file', id, version],
    queryFn: async ({ signal }) => {
      const { headers, body } = await dataProvider.download(`/api/media/${id}/file`, signal)
      const type = headers.get('content-type') ?? ''
      return asAddress(new Blob([await new Response(body).arrayBuffer()], { type }))
    },
    retry: false,
  })
  return (
    <QueryBoundary query={image}>
      {(address) => <img src={address} alt={name} style={{ maxWidth: '100%', maxHeight: 400, height: 'auto' }} />}
    </QueryBoundary>
  )
}
