import type { ResourceMessages } from '../messages.ts'

/** What periods and corrections of rules are called, in Spanish. */
export const periods: Pick<ResourceMessages, 'period' | 'correction'> = {
  period: {
    name: 'Período |||| Períodos',
    empty: 'Un período es un mes, una quincena o una semana cuyos importes una persona revisa y otra bloquea.',
    fields: {
      company: 'Empresa',
      from: 'Desde',
      to: 'Hasta',
      state: 'Estado',
      checkedBy: 'Revisado por',
      checkedAt: 'Revisado el',
      lockedBy: 'Bloqueado por',
      lockedAt: 'Bloqueado el',
      reopenReason: 'Por qué se abrió de nuevo',
    },
    sections: { days: 'Días' },
    help: { to: 'El último día, incluido. Ningún día está en dos períodos.' },
  },
  correction: {
    name: 'Corrección |||| Correcciones',
    empty:
      'Una corrección hace que una regla mal escrita valga de otra forma desde un día pasado. Se pide en la página de la regla.',
    fields: {
      company: 'Empresa',
      object: 'Regla',
      objectId: 'Número',
      validFrom: 'Vale desde',
      reason: 'Motivo',
      state: 'Estado',
      forced: 'Forzada',
      requestedBy: 'Pedida por',
      decidedBy: 'Decidida por',
      decidedAt: 'Decidida el',
      declineReason: 'Por qué se rechazó',
    },
    sections: { correction: 'Corrección' },
  },
}
