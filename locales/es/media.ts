import type { OnDemandMessages } from '../compose.ts'

/** The panel of a medium. */
export const media: OnDemandMessages['media'] = {
  title: 'Imagen y aprobación',
  lead: {
    draft: 'Borrador. Los afiliados aún no lo ven. Debe aprobarlo alguien que no sea el autor.',
    approved: 'Disponible para afiliados en las fechas definidas. Cualquier edición requiere nueva aprobación.',
    withdrawn: 'Retirado. No aparece en ningún lado. Edítelo para enviarlo a aprobación de nuevo.',
  },
  upload: 'Subir imagen',
  uploaded: 'Imagen subida',
  clicks: '1 clic |||| %{count} clics',
  more: 'y %{count} más',
}

/** The panel of a declared site. */
export const sites: OnDemandMessages['sites'] = {
  title: 'Decisiones',
  lead: 'Cada declaración se guarda con su fecha y huella digital en el registro. Cualquier edición requiere una nueva decisión.',
  undecided: 'Sin decisión todavía.',
  proof: 'Descargar prueba de aprobación (JSON)',
}

/** Why an author does not approve. */
export const authors: OnDemandMessages['authors'] = {
  own: 'Usted lo editó después de la última aprobación, por eso debe aprobarlo otra persona.',
  review: 'Revisar',
}
