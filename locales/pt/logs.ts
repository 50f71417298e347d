import type { ResourceMessages } from '../messages.ts'

/** What the logs are called, in Portuguese: what was done, and who read what is personal. */
export const logs: Pick<ResourceMessages, 'activityLog' | 'personalRead'> = {
  activityLog: {
    name: 'Log de atividade |||| Log de atividade',
    empty: 'Tudo o que se faz aqui deixa uma linha.',
    fields: {
      at: 'Quando',
      user: 'Usuário',
      actor: 'Quem',
      method: 'Método',
      url: 'Endereço chamado',
      operation: 'Operação',
      object: 'Objeto',
      objectId: 'Registro',
      batch: 'Lote',
      address: 'De onde',
      changes: 'Alterações',
    },
    items: { changes: { field: 'Campo', before: 'Antes', after: 'Depois' } },
    sections: { event: 'Evento' },
  },
  personalRead: {
    name: 'Leitura de dados pessoais |||| Leituras de dados pessoais',
    empty: 'Aqui consta quem abre um registro, uma lista ou um arquivo com dados pessoais.',
    fields: {
      at: 'Quando',
      user: 'Usuário',
      reader: 'Quem',
      how: 'Como',
      object: 'Objeto',
      objectId: 'Registro',
      records: 'Registros lidos',
      address: 'De',
    },
    sections: { read: 'Leitura' },
  },
}
