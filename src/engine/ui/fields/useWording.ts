import { useTranslate } from 'react-admin'
import { useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { useResourceName } from './labels.ts'

/**
 * Says a stored word in the reader's language where a resource keeps words instead of a choice: what a log
 * calls operations and records. Null for everything else.
 */
export function useWording(): (resource: string, name: string, value: unknown) => string | null {
  const translate = useTranslate()
  const resourceName = useResourceName()
  const resources = useResources()
  return (resource, name, value) => {
    const declared = resources[resource]
    const isLog = declared?.nature === 'log' || declared?.access.create === 'nobody'
    if (!isLog || typeof value !== 'string' || value === '') return null
    if (name === 'operation') return translate(`resourcePages.log.operations.${value}`, { _: value })
    return name === 'object' ? translate(`resourcePages.log.objects.${value}`, { _: resourceName(value, 1) }) : null
  }
}
