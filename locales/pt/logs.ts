import type { ResourceMessages } from '../messages.ts'

/** What the logs are called, in Portuguese: what was done, and who read what is personal. */
export const logs: Pick<ResourceMessages, 'activityLog' | 'personalRead'> = {
  activityLog: {
    name: 'Log de atividade |||| Log de atividade',
    empty: 'Toda ação no back office fica registrada aqui.',
    fields: {
      at: 'Quando',
      user: 'Usuário',
      actor: 'Quem',
      method: 'Método',
      url: 'URL',
      operation: 'Operação',
      object: 'Objeto',
      objectId: 'Registro',
      batch: 'Lote',
      batchSize: 'Linhas do lote',
      continues: 'Continua um lote',
      address: 'Endereço IP',
      changes: 'Alterações',
    },
    items: { changes: { field: 'Campo', before: 'Antes', after: 'Depois' } },
    sections: { event: 'Evento' },
  },
  personalRead: {
    name: 'Acesso a dados pessoais |||| Acessos a dados pessoais',
    empty: 'Mostra quem abriu registros, listas ou arquivos com dados pessoais.',
    fields: {
      at: 'Quando',
      user: 'Usuário',
      reader: 'Quem',
      how: 'Como',
      object: 'Objeto',
      objectId: 'Registro',
      records: 'Registros lidos',
      address: 'Endereço IP',
    },
    sections: { read: 'Leitura' },
  },
}
