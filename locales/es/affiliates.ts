import type { OnDemandMessages } from '../compose.ts'

/** Suspending, banning and reactivating affiliates and partners. */
export const suspension: OnDemandMessages['suspension'] = {
  title: 'Suspensión',
  suspend: 'Suspender ahora',
  resume: 'Reactivar',
  suspendTitle: '¿Suspender %{name} ahora?',
  suspendText: 'Vale desde este segundo y se puede deshacer. No se borra nada.',
  resumeTitle: '¿Reactivar %{name}?',
  resumeText:
    'Los enlaces vuelven a contar desde ahora. Lo que pasó durante la suspensión no cuenta. Si hay dinero retenido, otra persona tiene que reactivar.',
  reason: 'Motivo',
  wasSuspended: '%{name}: suspendido',
  wasResumed: '%{name}: activo de nuevo',
  since: 'Suspendido desde %{at} por %{name}: %{reason}',
  past: 'Suspendido del %{from} al %{until} (%{reason}); reactivado por %{name}: %{ended}',
  ban: 'Vetar',
  banTitle: '¿Vetar a %{name} para siempre?',
  banText:
    'Vale desde este segundo. Solo otra persona puede deshacerlo. Correos, documentos y claves de pago se rechazan en solicitudes y registros nuevos.',
  alsoBan: 'Vetar para siempre: rechazar correo, documento y clave de pago en solicitudes y registros nuevos',
  wasBanned: '%{name}: vetado',
  bannedSince: 'Vetado desde %{at} por %{name}: %{reason}',
  suspendMany: '¿Suspender %{smart_count} registro ahora? |||| ¿Suspender %{smart_count} registros ahora?',
  resumeMany: '¿Reactivar %{smart_count} registro? |||| ¿Reactivar %{smart_count} registros?',
  suspendDone: '%{smart_count} suspendido |||| %{smart_count} suspendidos',
  resumeDone: '%{smart_count} reactivado |||| %{smart_count} reactivados',
  linksStop: 'El enlace deja de contar |||| Los %{smart_count} enlaces dejan de contar',
  effects: {
    payments: 'No se paga nada más',
    access: 'Nadie suyo entra',
    links: 'Los enlaces dejan de contar',
    earned: 'Lo ya ganado se queda',
  },
  effectsMore: {
    payments: 'Lo pendiente queda retenido.',
    access: 'Las sesiones terminan; las claves de acceso dejan de valer.',
    links: 'El visitante llega al sitio de la marca, sin el afiliado. Clics y jugadores no cuentan.',
    earned: 'No se borra nada.',
  },
}

/** Ids of a record in other systems. */
export const externalIds: OnDemandMessages['externalIds'] = {
  title: 'ID en otros sistemas',
  lead: 'Cómo se llama este registro en el sistema anterior. La búsqueda y las listas lo encuentran por ellos.',
  add: 'Añadir ID',
  change: 'Cambiar',
  source: 'Sistema',
  value: 'ID',
  empty: 'Déjelo vacío para quitarlo.',
}

/** Opening the portal as an affiliate sees it. */
export const viewPortal: OnDemandMessages['viewPortal'] = {
  title: 'Portal del afiliado',
  lead: 'Abra el portal como lo ve este afiliado, por 30 minutos y solo para leer. El registro guarda quién lo abrió.',
  open: 'Ver el portal',
}

/** The panel of an announcement. */
export const announcement: OnDemandMessages['announcement'] = {
  title: 'Envío',
  seen: 'Cómo lo ve el afiliado en el portal',
  goesTo: 'Va a %{smart_count} afiliado. |||| Va a %{smart_count} afiliados.',
  sentTo: 'Fue a %{smart_count} afiliado. |||| Fue a %{smart_count} afiliados.',
}
