import type { FeatureMessages } from '../en/features.ts'

export const features: FeatureMessages = {
  lead: 'Desactivado: sin menú, pestaña, campo, tarea ni aviso para las personas de la empresa. Los datos se conservan y vuelven al activar.',
  company: 'Empresa',
  everything: 'Todo está activado.',
  allOn: 'Activar todo',
  staysOn: 'Sigue activada por ahora. %{reason}.',
  changed: 'Guardado. El menú cambia al recargar la página.',
  portalOff: 'El portal está desactivado.',
  portalOffText: 'Su programa desactivó el portal. Hable con quien atiende su cuenta.',
  signOut: 'Salir',
  titles: {
    affiliates: 'Afiliados',
    promotion: 'Promoción',
    money: 'Dinero',
    control: 'Seguimiento',
    connections: 'Integraciones',
  },
  texts: {
    portal:
      'Los afiliados entran con su propio acceso y ven enlaces, ganancias y pagos.\nDesactivado, ninguno entra; los reportes con clave de acceso siguen.',
    applications:
      'Un formulario público donde los afiliados se postulan, con aprobación del equipo.\nDesactivado, el formulario desaparece y lo recibido se conserva.',
    sites:
      'Los afiliados declaran dónde promocionan y el equipo aprueba cada sitio.\nDesactivado, las decisiones ya tomadas se conservan.',
    announcements:
      'Mensajes a todos o a algunos afiliados, por correo y en el portal, en tres idiomas.\nDesactivado, no se envía ni se muestra nada.',
    tags: 'Palabras de su equipo para agrupar afiliados en listas y reportes.\nDesactivado, las etiquetas salen de formularios y filtros.',
    agreements:
      'Los términos que el afiliado acepta, versión por versión, con prueba.\nSolo se desactiva mientras no haya términos publicados.',
    media:
      'Banners y textos aprobados para que los afiliados promocionen.\nDesactivado, las piezas publicadas siguen en línea.',
    promoCodes:
      'Códigos que atribuyen jugadores a un afiliado sin clic.\nDesactivado, los códigos existentes siguen vigentes.',
    linkDomains:
      'Dominios propios a los que pueden llevar los enlaces, además del sitio de la marca.\nDesactivado, los ya permitidos siguen permitidos.',
    reconciliation:
      'Lee el extracto del banco y marca lo que se pagó o volvió.\nDesactivado, los pagos se marcan uno por uno.',
    invoices:
      'Los afiliados envían facturas que el pago espera, o las emite usted.\nSolo se desactiva cuando no se exige ninguna factura.',
    withholding:
      'Retiene impuestos según las tablas de su contador, con reporte.\nSolo se desactiva mientras no haya tablas cargadas.',
    periods:
      'Cierra, revisa y bloquea meses: después nada cambia en ellos.\nDesactivado, los meses bloqueados siguen bloqueados.',
    corrections:
      'Cambia una regla o el enlace de jugadores desde un día pasado, con segunda persona.\nDesactivado, todo cambia solo desde hoy.',
    statements:
      'Estado de cuenta por afiliado y socio, con prueba de que nada se alteró.\nDesactivado, movimientos y pagos siguen en sus listas.',
    ledger: 'Balance de comprobación y archivo contable por cuenta y mes.\nDesactivado, todo se sigue registrando.',
    risk: 'Señala indicios de fraude y puede retener pagos hasta una decisión.\nDesactivado, no se busca nada nuevo.',
    moreReports:
      'Cohortes, resumen de afiliados, movimiento y sub IDs.\nLos reportes principales están siempre activos.',
    digests:
      'Un correo diario o semanal con primeros depósitos, cambios y pagos.\nDesactivado, no se envía nada; lo elegido se conserva.',
    liveSheets:
      'Una dirección que Google Sheets y Excel leen, siempre al día.\nDesactivado, las direcciones dejan de responder.',
    webhooks:
      'Avisa a otros sistemas de registros, depósitos y pagos; los afiliados reciben postbacks.\nDesactivado, no se avisa nada, tampoco después.',
    assistants:
      'Programas como asistentes de IA leen reportes con sus permisos, solo lectura.\nDesactivado, ningún programa entra.',
    moving: 'Trae afiliados, saldos y pagos de otro sistema.\nDesactívelo cuando termine la mudanza.',
  },
}
