import { languageNames } from '../languages.ts'
import type { ChoiceMessages } from '../messages.ts'

export const choices: ChoiceMessages = {
  documentType: { email: 'Correo electrónico', cpf: 'CPF', cnpj: 'CNPJ', passport: 'Pasaporte' },
  paymentType: { automatic: 'Automático', manual: 'Manual' },
  paymentKeyType: { cpf: 'CPF', cnpj: 'CNPJ', email: 'Correo electrónico', phone: 'Teléfono', random: 'Clave aleatoria' },
  productType: { bets: 'Apuestas', games: 'Juegos', lotto: 'Lotería', cpa: 'CPA' },
  subType: { ngr: 'NGR', ggr: 'GGR', turnover: 'Turnover', player: 'Jugador calificado' },
  calculation: { fixed: 'Fijo', dynamic: 'Dinámico (tramos)' },
  tierMode: { marginal: 'Cada tramo a su propia tasa', whole: 'Todo a la tasa más alta alcanzada' },
  triggerCondition: { registration: 'Registro', first_deposit: 'Primer depósito', deposit: 'Depósito', turnover: 'Turnover', ggr: 'GGR', bets: 'Número de apuestas' },
  triggerOperation: { first: 'Primero', sum: 'Suma', count: 'Recuento', max: 'Mayor' },
  carryOver: { none: 'Cada mes empieza en cero', full: 'Un mes negativo pasa al siguiente' },
  entryStatus: { pending: 'Pendiente', complete: 'Completado', awaiting_approval: 'Espera aprobación', declined: 'Rechazado' },
  entryKind: { commission: 'Comisión', adjustment: 'Ajuste', advance: 'Anticipo' },
  paymentState: { created: 'Creado', sent: 'Enviado', settled: 'Liquidado', rejected: 'Rechazado', unknown: 'Desconocido', returned: 'Devuelto' },
  language: languageNames,
  role: {
    home: 'Panel', manager: 'Gerente', user: 'Usuarios', brand: 'Marcas', subBrand: 'Submarcas', reward: 'Recompensas', rewardProfile: 'Perfiles de recompensa',
    campaign: 'Campañas', affiliate: 'Afiliados', action: 'Acciones', partner: 'Socios', partnerLevel: 'Niveles de socio',
    activityPerAffiliate: 'Actividad por afiliado', entryByAffiliate: 'Asientos por afiliado', paymentByAffiliate: 'Pago por afiliado', financial: 'Finanzas',
  },
  profile: { Manager: 'Gerente', Promoter: 'Promotor', Partner: 'Socio' },
  twoStep: { optional: 'Opcional', required: 'Obligatoria' },
  stepUp: { optional: 'Opcional', required: 'Obligatorio' },
  currency: { BRL: 'Real brasileño', USD: 'Dólar estadounidense', EUR: 'Euro', GBP: 'Libra esterlina' },
  fileFormat: { xlsx: 'Libro (XLSX)', csv: 'CSV' },
  periodPreset: { thisMonth: 'Este mes', untilYesterday: 'Este mes hasta ayer', lastMonth: 'Mes pasado', last7: 'Últimos 7 días', yesterday: 'Ayer', today: 'Hoy' },
  periodCalendar: { month: 'Mes', halfMonth: 'Quincena', week: 'Semana' },
  periodState: { open: 'Abierto', checked: 'Revisado', locked: 'Bloqueado' },
  repetition: { daily: 'Cada día', weekly: 'Cada semana', monthly: 'Cada mes' },
  weekday: { monday: 'Lunes', tuesday: 'Martes', wednesday: 'Miércoles', thursday: 'Jueves', friday: 'Viernes', saturday: 'Sábado', sunday: 'Domingo' },
}
