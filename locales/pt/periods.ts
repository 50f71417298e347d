import type { ResourceMessages } from '../messages.ts'

/** What periods and corrections of rules are called, in Portuguese. */
export const periods: Pick<ResourceMessages, 'period' | 'correction'> = {
  period: {
    name: 'Período |||| Períodos',
    empty: 'Um período é um mês, uma quinzena ou uma semana cujos valores uma pessoa confere e outra trava.',
    fields: {
      company: 'Empresa',
      from: 'De',
      to: 'Até',
      state: 'Situação',
      checkedBy: 'Conferido por',
      checkedAt: 'Conferido em',
      lockedBy: 'Travado por',
      lockedAt: 'Travado em',
      reopenReason: 'Por que foi reaberto',
    },
    sections: { days: 'Dias' },
    help: { to: 'O último dia, incluído. Nenhum dia está em dois períodos.' },
  },
  correction: {
    name: 'Correção |||| Correções',
    empty:
      'Uma correção faz uma regra digitada errada valer de outra forma a partir de um dia passado. Ela é pedida na página da regra.',
    fields: {
      company: 'Empresa',
      object: 'Regra',
      objectId: 'Número',
      validFrom: 'Vale a partir de',
      reason: 'Motivo',
      state: 'Estado',
      forced: 'Forçada',
      requestedBy: 'Pedida por',
      decidedBy: 'Decidida por',
      decidedAt: 'Decidida em',
      declineReason: 'Por que foi recusada',
    },
    sections: { correction: 'Correção' },
  },
}
