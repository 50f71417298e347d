import type { FeatureMessages } from '../en/features.ts'

export const features: FeatureMessages = {
  lead: 'Apagado significa sin menú, pestaña, campo, tarea ni aviso para las personas de la empresa. Los datos se conservan y vuelven al encender.',
  company: 'Empresa',
  everything: 'Todo está encendido.',
  allOn: 'Encender todo',
  changed: 'Guardado. El menú cambia al recargar la página.',
  portalOff: 'El portal está apagado.',
  portalOffText: 'Tu programa apagó el portal. Habla con quien cuida tu cuenta.',
  signOut: 'Salir',
  titles: {
    affiliates: 'Afiliados',
    promotion: 'Promoción',
    money: 'Dinero',
    control: 'Seguimiento',
    connections: 'Conexiones',
  },
  texts: {
    portal:
      'Los afiliados entran con su propio acceso y ven enlaces, ganancias y pagos.\nApagado, ninguno entra; los reportes con clave de acceso siguen.',
    applications:
      'Un formulario público donde los afiliados se postulan, con aprobación del equipo.\nApagado, el formulario desaparece y lo recibido se conserva.',
    sites:
      'Los afiliados declaran dónde promocionan y el equipo aprueba cada sitio.\nApagado, las decisiones ya tomadas se conservan.',
    announcements:
      'Mensajes a todos o a algunos afiliados, por correo y en el portal, en tres idiomas.\nApagado, no se envía ni se muestra nada.',
    tags: 'Palabras de tu equipo para agrupar afiliados en listas y reportes.\nApagado, las etiquetas salen de formularios y filtros.',
    agreements:
      'Los términos que el afiliado acepta, versión por versión, con prueba.\nSolo se apaga mientras no haya términos publicados.',
    media:
      'Banners y textos aprobados para que los afiliados promocionen.\nApagado, las piezas publicadas siguen en línea.',
    promoCodes:
      'Códigos que atribuyen jugadores a un afiliado sin clic.\nApagado, los códigos existentes siguen vigentes.',
    linkDomains:
      'Dominios propios a los que pueden llevar los enlaces, además del sitio de la marca.\nApagado, los ya permitidos siguen permitidos.',
    reconciliation:
      'Lee el extracto del banco y marca lo que se pagó o volvió.\nApagado, los pagos se marcan uno por uno.',
    invoices:
      'Los afiliados envían facturas que el pago espera, o las emites tú.\nSolo se apaga cuando no se exige ninguna factura.',
    withholding:
      'Retiene impuestos según las tablas de tu contador, con reporte.\nSolo se apaga mientras no haya tablas cargadas.',
    periods:
      'Cierra, revisa y bloquea meses: después nada cambia en ellos.\nApagado, los meses bloqueados siguen bloqueados.',
    corrections:
      'Cambia una regla o el enlace de jugadores desde un día pasado, con segunda persona.\nApagado, todo cambia solo desde hoy.',
    statements:
      'Estado de cuenta por afiliado y socio, con prueba de que nada se alteró.\nApagado, movimientos y pagos siguen en sus listas.',
    ledger: 'Balance de comprobación y archivo contable por cuenta y mes.\nApagado, todo se sigue registrando.',
    risk: 'Señala indicios de fraude y puede retener pagos hasta una decisión.\nApagado, no se busca nada nuevo.',
    moreReports:
      'Cohortes, resumen de afiliados, movimiento y sub IDs.\nLos reportes principales están siempre encendidos.',
    digests:
      'Un correo diario o semanal con primeros depósitos, cambios y pagos.\nApagado, no se envía nada; lo elegido se conserva.',
    liveSheets:
      'Una dirección que Google Sheets y Excel leen, siempre al día.\nApagado, las direcciones dejan de responder.',
    webhooks:
      'Avisa a otros sistemas de registros, depósitos y pagos; los afiliados reciben postbacks.\nApagado, no se avisa nada, tampoco después.',
    assistants:
      'Programas como asistentes de IA leen reportes con tus derechos, solo lectura.\nApagado, ningún programa entra.',
    moving: 'Trae afiliados, saldos y pagos de otro sistema.\nApágalo cuando termine la mudanza.',
  },
}
