import type { OnDemandMessages } from '../compose.ts'

/** Moving in from another system, step by step. */
export const migration: OnDemandMessages['migration'] = {
  lead: 'Traiga afiliados, enlaces, saldos e historial del sistema anterior, en este orden. Cada paso muestra antes lo que haría.',
  kit: 'Sistema anterior',
  other: 'Otro sistema',
  campaign: 'Campaña de los enlaces',
  newBrand: 'Registrar una marca',
  brandFirst: 'Elija la marca para empezar.',
  done: '%{count} importados',
  notYet: 'Todavía no',
  noControl: 'Importe totales diarios, o indique los totales de ellos, para comparar.',
  stated: {
    paste: 'Pegar sus totales',
    type: 'Escribir un mes',
    pasteHelp:
      'Cópielos de su planilla o informe: en la primera línea los nombres de las columnas, después una línea por mes. Lo que indique vale en lugar de lo que suman los archivos.',
    table: 'Totales por mes',
    example: 'Mes\tRegistros\tFTD\tNGR\n2026-08\t120\t45\t18.250,40',
    typeHelp: 'Indique solo lo que quiere comparar.',
    monthHelp: 'Como 2026-08, 08/2026 o ago/26.',
    by: 'indicado',
  },
  steps: {
    start: {
      title: 'Primer día aquí',
      help: 'El día desde el que se paga aquí. Lo anterior aparece en los informes y no genera comisión. Está en la empresa.',
    },
    deals: {
      title: 'Acuerdos',
      help: 'Por cada plan de allí, cree un perfil de recompensa con el mismo nombre. El perfil reúne las recompensas de cada producto, que se crean allí mismo. En la hoja de afiliados, la columna del plan une a cada uno con su perfil.',
    },
    affiliates: {
      title: 'Afiliados',
      help: 'Hoja con ID, nombre y correo. Documento, plan y estado, si los hay: quien venga sin ellos queda incompleto y cobra cuando se completen. Importar otra vez completa lo que faltaba.',
    },
    links: {
      title: 'Enlaces',
      help: 'Hoja con el tracker, el nombre y el ID del afiliado. Los enlaces antiguos funcionan en /t/ y el tracker.',
    },
    balances: {
      title: 'Saldos iniciales',
      help: 'Hoja con ID del afiliado y saldo a pagar; negativo a compensar y fecha, si los hay (sin fecha, la víspera del primer día aquí). Otra persona aprueba todo a la vez; si usted creó su acceso, deje que ella envíe y apruebe usted. Ningún día hasta la fecha del saldo se paga de nuevo.',
    },
    totals: {
      title: 'Actividad',
      help: 'Totales por día, eventos o lista de jugadores. Las columnas de %{kit} se reconocen: %{columns}.',
    },
    past: {
      title: 'Pagos anteriores',
      help: 'Hoja con número, fecha, ID del afiliado, bruto, retención, neto y estado. Solo para consulta: nada se paga de nuevo.',
    },
    control: {
      title: 'Comparar por mes',
      help: 'Lo que dicen los archivos, lo que está registrado aquí ahora y la diferencia.',
    },
  },
  opening: {
    unknown: 'Nadie aquí tiene este ID; importe antes los afiliados o quite la fila',
    columns: {
      affiliate: 'ID del afiliado',
      day: 'fecha',
      currency: 'moneda',
      value: 'saldo',
      carried: 'negativo a compensar',
    },
    choose: 'Elegir hoja de saldos',
    would: 'Se enviará para aprobación',
    count: '%{smart_count} saldo |||| %{smart_count} saldos',
    carried: 'A compensar con ingresos futuros',
    held: 'Retenidos hasta que alguien los libere',
    unchanged: 'Ya registrados',
    propose: 'Enviar para aprobación',
    waits: 'espera a otra persona',
    approved: 'aprobado',
    approve: 'Aprobar todos',
    done: 'Saldos aprobados',
    sent: 'Enviado. Otra persona los aprueba aquí.',
  },
}
