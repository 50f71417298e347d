import { useRecordContext } from 'react-admin'
import { TransitionButtons } from './TransitionButtons.tsx'

/** Below the form of a record: what can be decided about it, where nothing more is said of its decisions. */
export default function TransitionPanel() {
  const record = useRecordContext()
  return record ? <TransitionButtons key={`${record.id} ${record['version']}`} record={record} /> : null
}
