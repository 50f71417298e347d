import type { OnDemandMessages } from '../compose.ts'

/** Moving in from another system, step by step. */
export const migration: OnDemandMessages['migration'] = {
  lead: 'Traga afiliados, links, saldos e histórico do sistema anterior, nesta ordem. Cada passo mostra antes o que faria.',
  kit: 'Sistema anterior',
  other: 'Outro sistema',
  campaign: 'Campanha dos links',
  newBrand: 'Cadastrar marca',
  brandFirst: 'Escolha a marca para começar.',
  done: '%{count} importados',
  notYet: 'Ainda não',
  noControl: 'Importe totais por dia, ou informe os totais deles, para conferir.',
  stated: {
    paste: 'Colar totais deles',
    type: 'Digitar um mês',
    pasteHelp:
      'Copie da planilha ou do relatório deles: na primeira linha os nomes das colunas, depois uma linha por mês. O que você informar vale no lugar do que os arquivos somam.',
    table: 'Totais por mês',
    example: 'Mês\tCadastros\tFTD\tNGR\n2026-08\t120\t45\t18.250,40',
    typeHelp: 'Informe só o que você quer conferir.',
    monthHelp: 'Como 2026-08, 08/2026 ou ago/26.',
    by: 'informado',
  },
  steps: {
    start: {
      title: 'Primeiro dia aqui',
      help: 'O dia a partir do qual vocês pagam por aqui. O que veio antes aparece nos relatórios e não gera comissão. Fica no cadastro da empresa.',
    },
    deals: {
      title: 'Acordos',
      help: 'Para cada plano de lá, crie um perfil de recompensa com o mesmo nome. O perfil reúne as recompensas de cada produto, que você cria ali mesmo. Na planilha de afiliados, a coluna do plano liga cada um ao seu perfil.',
    },
    affiliates: {
      title: 'Afiliados',
      help: 'Planilha com ID, nome e e-mail. Documento, plano e situação, se houver: quem vem sem eles fica incompleto e só recebe depois que você completar. Importar de novo completa o que faltou.',
    },
    links: {
      title: 'Links',
      help: 'Planilha com o tracker, o nome e o ID do afiliado. Os links antigos passam a funcionar em /t/ e o tracker.',
    },
    balances: {
      title: 'Saldos iniciais',
      help: 'Planilha com ID do afiliado e saldo a pagar; negativo a compensar e data, se houver (sem data, vale a véspera do primeiro dia aqui). Outra pessoa aprova tudo de uma vez; se foi você que criou o acesso dela, deixe que ela envie e aprove você. Nenhum dia até a data do saldo é pago de novo.',
    },
    totals: {
      title: 'Atividade',
      help: 'Totais por dia, eventos ou lista de jogadores. As colunas de %{kit} são reconhecidas: %{columns}.',
    },
    past: {
      title: 'Pagamentos anteriores',
      help: 'Planilha com número, data, ID do afiliado, bruto, retenção, líquido e situação. Só para consulta: nada é pago de novo.',
    },
    control: {
      title: 'Conferir por mês',
      help: 'O que os arquivos dizem, o que está registrado aqui agora e a diferença.',
    },
  },
  opening: {
    unknown: 'Ninguém aqui tem este ID; importe antes os afiliados ou tire a linha',
    columns: {
      affiliate: 'ID do afiliado',
      day: 'data',
      currency: 'moeda',
      value: 'saldo',
      carried: 'negativo a compensar',
    },
    choose: 'Escolher planilha de saldos',
    would: 'Será enviado para aprovação',
    count: '%{smart_count} saldo |||| %{smart_count} saldos',
    carried: 'A compensar com receita futura',
    held: 'Retidos até alguém liberar',
    unchanged: 'Já registrados',
    propose: 'Enviar para aprovação',
    waits: 'aguarda outra pessoa',
    approved: 'aprovado',
    approve: 'Aprovar todos',
    done: 'Saldos aprovados',
    sent: 'Enviado. Outra pessoa aprova aqui.',
  },
}
