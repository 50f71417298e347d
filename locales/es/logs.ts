import type { ResourceMessages } from '../messages.ts'

/** What the logs are called, in Spanish: what was done, and who read what is personal. */
export const logs: Pick<ResourceMessages, 'activityLog' | 'personalRead'> = {
  activityLog: {
    name: 'Registro de actividad |||| Registro de actividad',
    empty: 'Cada acción en el back office queda registrada aquí.',
    fields: {
      at: 'Cuándo',
      user: 'Usuario',
      actor: 'Quién',
      method: 'Método',
      url: 'URL',
      operation: 'Operación',
      object: 'Objeto',
      objectId: 'Registro',
      batch: 'Lote',
      batchSize: 'Líneas del lote',
      continues: 'Continúa un lote',
      address: 'Dirección IP',
      changes: 'Cambios',
    },
    items: { changes: { field: 'Campo', before: 'Antes', after: 'Después' } },
    sections: { event: 'Evento' },
  },
  personalRead: {
    name: 'Acceso a datos personales |||| Accesos a datos personales',
    empty: 'Muestra quién abrió registros, listas o archivos con datos personales.',
    fields: {
      at: 'Cuándo',
      user: 'Usuario',
      reader: 'Quién',
      how: 'Cómo',
      object: 'Objeto',
      objectId: 'Registro',
      records: 'Registros leídos',
      address: 'Dirección IP',
    },
    sections: { read: 'Lectura' },
  },
}
