import type { ResourceMessages } from '../messages.ts'

/** What the logs are called, in Spanish: what was done, and who read what is personal. */
export const logs: Pick<ResourceMessages, 'activityLog' | 'personalRead'> = {
  activityLog: {
    name: 'Registro de actividad |||| Registro de actividad',
    empty: 'Todo lo que se hace aquí deja una línea.',
    fields: {
      at: 'Cuándo',
      user: 'Usuario',
      actor: 'Quién',
      method: 'Método',
      url: 'Dirección llamada',
      operation: 'Operación',
      object: 'Objeto',
      objectId: 'Registro',
      batch: 'Lote',
      address: 'Desde',
      changes: 'Cambios',
    },
    items: { changes: { field: 'Campo', before: 'Antes', after: 'Después' } },
    sections: { event: 'Evento' },
  },
  personalRead: {
    name: 'Lectura de datos personales |||| Lecturas de datos personales',
    empty: 'Aquí consta quién abre un registro, una lista o un archivo con datos personales.',
    fields: {
      at: 'Cuándo',
      user: 'Usuario',
      reader: 'Quién',
      how: 'Cómo',
      object: 'Objeto',
      objectId: 'Registro',
      records: 'Registros leídos',
      address: 'Desde',
    },
    sections: { read: 'Lectura' },
  },
}
