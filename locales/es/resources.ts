import type { ResourceMessages } from '../messages.ts'

const payment = { paymentType: 'Tipo de pago', paymentKeyType: 'Tipo de clave', paymentKey: 'Clave de pago' }
const holdsFromToday = 'El cambio vale a partir de hoy.'
const slugHelp = 'Si queda vacío, se crea a partir del nombre.'
const tokenHelp = 'Si queda vacío, se crea automáticamente. No se puede cambiar después.'

export const resources: ResourceMessages = {
  company: {
    name: 'Empresa |||| Empresas',
    empty: 'Las empresas son dueñas de las marcas y emplean a quienes entran aquí.',
    fields: {
      name: 'Nombre', calendar: 'Períodos', twoStep: 'Verificación en dos pasos',
      stepUp: 'Código al pagar y cambiar tasas',
      approverApartDays: 'Días entre cambiar una cuenta y aprobar', approverAgeDays: 'Edad de la cuenta de quien aprueba, en días',
      approvalAbove: 'Segunda aprobación por encima de' },
    sections: { identity: 'Identificación', security: 'Seguridad' },
    help: {
      calendar: 'Cuánto duran los períodos que se revisan y bloquean. Un cambio vale desde el próximo período.',
      stepUp: 'Quien paga, aprueba o cambia una tasa, una fórmula, una clave de pago o un sitio envía un código del autenticador. Exigido: nadie sin uno lo hace.',
      approvalAbove: 'Los pagos por encima de este importe necesitan dos personas. Vacío: ninguno.',
      approverApartDays: 'Quien creó o cambió la cuenta de alguien, o recibió la suya de él, no aprueba nada suyo durante ese tiempo. Vacío o 0: no se exige.',
      approverAgeDays: 'Las cuentas más nuevas no aprueban nada. Vacío o 0: no se exige.',
    },
  },
  brand: {
    name: 'Marca |||| Marcas',
    empty: 'Una marca es lo que los jugadores conocen: un sitio de apuestas, juegos o loterías.',
    fields: { name: 'Nombre', slug: 'Slug', site: 'Sitio', company: 'Empresa', currency: 'Moneda', minimumPayout: 'Pago mínimo' },
    sections: { identity: 'Identificación', payment: 'Pago' },
    help: { slug: slugHelp },
  },
  period: {
    name: 'Período |||| Períodos',
    empty: 'Un período es un mes, una quincena o una semana cuyos importes una persona revisa y otra bloquea.',
    fields: {
      company: 'Empresa', from: 'Desde', to: 'Hasta', state: 'Estado', checkedBy: 'Revisado por', checkedAt: 'Revisado el', lockedBy: 'Bloqueado por',
      lockedAt: 'Bloqueado el', reopenReason: 'Por qué se abrió de nuevo',
    },
    sections: { days: 'Días' },
    help: { to: 'El último día, incluido. Ningún día está en dos períodos.' },
  },
  redirectHost: {
    name: 'Host de destino |||| Hosts de destino',
    empty: 'Un host de destino es adonde pueden llevar los enlaces de seguimiento de una marca, además de su propio sitio.',
    fields: { host: 'Host', brand: 'Marca', reason: 'Motivo' },
    sections: { identity: 'Identidad' },
    help: { host: 'El host y todo lo que está debajo, sin dirección: tienda.marca.example' },
  },
  subBrand: {
    name: 'Submarca |||| Submarcas',
    empty: 'Una submarca es una parte de una marca con sitio y socios propios.',
    fields: { name: 'Nombre', slug: 'Slug', site: 'Sitio', brand: 'Marca', partners: 'Socios' },
    sections: { identity: 'Identificación', partners: 'Socios' },
    help: { slug: slugHelp },
  },
  campaign: {
    name: 'Campaña |||| Campañas',
    empty: 'Una campaña es lo que los afiliados anuncian: la oferta de una marca con su código promocional.',
    fields: { name: 'Nombre', brand: 'Marca', promoCode: 'Código promocional' },
    sections: { identity: 'Identificación' },
  },
  affiliate: {
    name: 'Afiliado |||| Afiliados',
    empty: 'Los afiliados traen jugadores a sus marcas y ganan una comisión por ello.',
    fields: {
      name: 'Nombre', company: 'Empresa', alias: 'Alias', token: 'Token', cpf: 'CPF', email: 'Correo electrónico', documentType: 'Tipo de documento', document: 'Documento', ...payment,
      rewardProfile: 'Perfil de recompensa', brands: 'Marcas', partner: 'Socio', isComplete: 'Completo',
    },
    sections: { identity: 'Identificación', commission: 'Comisión', payment: 'Pago' },
    help: { token: tokenHelp, rewardProfile: holdsFromToday, partner: holdsFromToday },
    actions: { setPaymentType: 'Definir tipo de pago' },
    done: { setPaymentType: 'Tipo de pago definido' },
  },
  action: {
    name: 'Acción |||| Acciones',
    empty: 'Una acción es un enlace de seguimiento: un afiliado anuncia una campaña en un lugar.',
    fields: {
      name: 'Nombre', campaign: 'Campaña', affiliate: 'Afiliado', subAffiliate: 'Subafiliado', token: 'Token', utmMedium: 'utm medium', utmContent: 'utm content',
      domain: 'Dominio', address: 'Dirección de seguimiento',
    },
    sections: { identity: 'Identificación', tracking: 'Seguimiento' },
    help: { domain: 'Adonde llegan los jugadores. Vacío: el sitio de la marca.', token: tokenHelp },
  },
  reward: {
    name: 'Recompensa |||| Recompensas',
    empty: 'Una recompensa dice qué se paga por un producto: una parte de una base, o un valor por jugador calificado.',
    fields: {
      name: 'Nombre', company: 'Empresa', slug: 'Slug', productType: 'Tipo de producto', subType: 'Base', calculation: 'Cálculo', adminFee: 'Tasa administrativa', percentage: 'Porcentaje', value: 'Valor',
      currency: 'Moneda', tiers: 'Tramos', tierMode: 'Modo de los tramos', triggerCondition: 'Condición del disparador', triggerOperation: 'Operación del disparador', triggerComparison: 'Comparación del disparador',
    },
    items: { tiers: { from: 'Desde', percentage: 'Porcentaje', value: 'Valor' } },
    sections: { identity: 'Identificación', calculation: 'Cálculo', trigger: 'Disparador' },
    help: {
      currency: 'En qué están sus importes (tramos, valores, umbrales); vacío, la moneda de la primera marca de la empresa.',
      triggerComparison: 'Escriba con el símbolo >=, por ejemplo >= 100', productType: 'No se puede cambiar después.', slug: slugHelp,
    },
  },
  rewardProfile: {
    name: 'Perfil de recompensa |||| Perfiles de recompensa',
    empty: 'Un perfil de recompensa reúne cuatro recompensas, una de cada tipo de producto.',
    fields: { name: 'Nombre', company: 'Empresa', rewards: 'Recompensas', carryOver: 'Meses negativos' },
    sections: { identity: 'Identificación', rewards: 'Recompensas' },
    help: { rewards: 'Cuatro recompensas, cada una de un tipo de producto.' },
  },
  partnerLevel: {
    name: 'Nivel de socio |||| Niveles de socio',
    empty: 'Un nivel de socio es un peldaño de la jerarquía y la fórmula con la que ganan sus socios.',
    fields: { name: 'Nombre', company: 'Empresa', level: 'Nivel', parent: 'Nivel superior', expression: 'Expresión de cálculo', currency: 'Moneda' },
    sections: { identity: 'Identificación', calculation: 'Cálculo' },
    help: {
      expression: holdsFromToday,
      currency: 'En qué están los importes de la fórmula; vacío, la moneda de la primera marca de la empresa. Un cambio vale desde hoy.',
    },
  },
  partner: {
    name: 'Socio |||| Socios',
    empty: 'Los socios cuidan de afiliados y ganan una parte de lo que estos dejan.',
    fields: { name: 'Nombre', company: 'Empresa', partnerLevel: 'Nivel', parent: 'Superior', token: 'Token', percentage: 'Porcentaje', abatement: 'Descuento', affiliates: 'Afiliados', ...payment },
    sections: { identity: 'Identificación', commission: 'Comisión', payment: 'Pago' },
    help: { percentage: holdsFromToday },
  },
  user: {
    name: 'Usuario |||| Usuarios',
    empty: 'Los usuarios son las personas que entran aquí.',
    fields: {
      name: 'Nombre', email: 'Correo electrónico', password: 'Contraseña', passwordConfirmation: 'Confirmación de la contraseña', company: 'Empresa', allowedBrands: 'Marcas permitidas',
      profile: 'Perfil', roles: 'Permisos', language: 'Idioma', root: 'Root', partner: 'Socio', suspended: 'Suspendido',
    },
    sections: { identity: 'Identificación', rights: 'Permisos' },
    help: { allowedBrands: 'Solo los registros de estas marcas son visibles.', profile: 'Rellena los permisos; son ellos los que deciden.', partner: 'Solo lo que está debajo de este socio es visible.', suspended: 'Cierra todas las sesiones al instante y no deja entrar hasta que se quite.' },
  },
  entry: {
    name: 'Asiento |||| Asientos',
    empty: 'Los asientos son lo que afiliados y socios ganaron, día a día. El cierre diario los escribe.',
    fields: {
      day: 'Día', affiliate: 'Afiliado', partner: 'Socio', kind: 'Tipo', value: 'Valor', currency: 'Moneda', status: 'Estado', paymentMethod: 'Forma de pago', attempts: 'Intentos de pago', lines: 'Líneas',
      reason: 'Motivo', requestedBy: 'Pedido por', approvedBy: 'Aprobado por',
    },
    sections: { entry: 'Asiento' },
  },
  payment: {
    name: 'Pago |||| Pagos',
    empty: 'Los pagos se hacen por asientos pendientes, automáticamente o a mano.',
    fields: {
      affiliate: 'Afiliado', partner: 'Socio', value: 'Valor', currency: 'Moneda', method: 'Forma', state: 'Estado', entries: 'Asientos', paidAt: 'Pagado el', reference: 'Referencia', note: 'Nota', attempts: 'Intentos',
      requestedBy: 'Pedido por', awaitsApproval: 'Espera aprobación', approvedBy: 'Aprobado por',
    },
    sections: { payment: 'Pago' },
  },
  activityLog: {
    name: 'Registro de actividad |||| Registro de actividad',
    empty: 'Todo lo que se hace aquí deja una línea.',
    fields: {
      at: 'Cuándo', user: 'Usuario', actor: 'Quién', method: 'Método', url: 'Dirección llamada', operation: 'Operación', object: 'Objeto', objectId: 'Registro', batch: 'Lote', address: 'Desde', changes: 'Cambios',
    },
    items: { changes: { field: 'Campo', before: 'Antes', after: 'Después' } },
    sections: { event: 'Evento' },
  },
}
