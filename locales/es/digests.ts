import type { OnDemandMessages } from '../compose.ts'

/** The digest by e-mail, and the setting for it. */
export const digests: OnDemandMessages['digests'] = {
  title: 'Resumen por correo',
  text: 'Nuevos primeros depósitos, cifras pasadas que cambiaron y por qué, tramos, pagos y jugadores por salir, cada uno con un enlace. Si no hay novedades, no se envía nada.',
  repeats: 'Frecuencia',
  never: 'Nunca',
  daily: 'Cada día',
  weekly: 'Cada lunes',
  saved: 'Resumen: %{choice}',
  notSending: 'Este servidor no envía correos.',
  subject: 'Resumen: %{smart_count} novedad |||| Resumen: %{smart_count} novedades',
  lead: 'Lo que pasó del %{from} al %{to}:',
  leadDay: 'Lo que pasó el %{day}:',
  change: 'Puede cambiar o desactivar este correo en Mi cuenta.',
  stop: 'Para no recibir más estos correos:',
  stopTitle: 'Resumen por correo',
  stopNow: 'Dejar de recibir estos correos',
  stopped: 'Ya no recibe resúmenes. Puede activarlos de nuevo en Mi cuenta.',
  lines: {
    firstDeposits:
      '%{smart_count} nuevo primer depósito; NGR %{ngr} |||| %{smart_count} nuevos primeros depósitos; NGR %{ngr}',
    changed:
      'Cambiaron cifras pasadas (%{cause}, %{smart_count} día): %{values} |||| Cambiaron cifras pasadas (%{cause}, %{smart_count} días): %{values}',
    tier: 'Tramo alcanzado en %{product}: de %{before}% a %{after}%',
    tierNear: '%{product}: faltan %{missing} para el tramo desde %{from} (%{rate})',
    tierOnPace:
      '%{product}: faltan %{missing} para el tramo desde %{from} (%{rate}); al ritmo actual lo alcanza este mes',
    paymentsSent: '%{smart_count} pago enviado: %{values} |||| %{smart_count} pagos enviados: %{values}',
    held: 'Los pagos de %{smart_count} afiliado están retenidos |||| Los pagos de %{smart_count} afiliados están retenidos',
    heldOwn: 'Sus pagos están retenidos',
    endingOwn: 'Su contrato termina el %{day}',
    ending:
      '%{smart_count} contrato de afiliado termina el %{day} |||| %{smart_count} contratos de afiliados terminan el %{day}',
    leaving:
      '%{smart_count} jugador sale del acuerdo en 30 días sin depósito ni apuesta |||| %{smart_count} jugadores salen del acuerdo en 30 días sin depósito ni apuesta',
  },
  figures: { ngr: 'NGR %{values}', commission: 'comisión %{values}' },
  sources: {
    day: 'día %{from}',
    days: 'días %{from} a %{to}',
    file: 'archivo “%{file}”, líneas %{first} a %{last}, recibido el %{at} UTC; %{days}',
    fileBy: 'archivo “%{file}” (%{by}), líneas %{first} a %{last}, recibido el %{at} UTC; %{days}',
    received: 'eventos recibidos el %{at} UTC; %{days}',
    players: 'eventos de %{smart_count} jugador; %{days} |||| eventos de %{smart_count} jugadores; %{days}',
    rule: 'regla “%{name}”, modificada desde el %{from}',
    ruleBy: 'regla “%{name}”, modificada por %{by} desde el %{from}',
    ruleAlways: 'regla “%{name}”, modificada desde el inicio',
    ruleAlwaysBy: 'regla “%{name}”, modificada por %{by} desde el inicio',
    correction: 'corrección n.º %{number}, desde el %{from}',
    correctionOf: 'corrección n.º %{number} de “%{name}”, desde el %{from}',
    correctionBy:
      'corrección n.º %{number} de “%{name}”, desde el %{from}; pedida por %{by}, aprobada por %{decidedBy}',
    move: 'jugadores transferidos desde el %{from} (corrección n.º %{number})',
    moveOf: 'jugadores del enlace “%{name}” transferidos desde el %{from} (corrección n.º %{number})',
    moveBy:
      'jugadores del enlace “%{name}” transferidos desde el %{from} (corrección n.º %{number}); pedida por %{by}, aprobada por %{decidedBy}',
  },
}
