export type ReviewEntry = {
  name: string;
  ratting: number;
  description: string;
};

export const reviews: ReviewEntry[] = [
  {
    name: "Annika Lindqvist",
    ratting: 5,
    description:
      "We fit about forty brake discs a month in Gothenburg. The run-out in the catalogue is " +
      "what we measure on the hub, and not one car has come back with judder this year.",
  },
  {
    name: "Tomasz Wieczorek",
    ratting: 4,
    description:
      "Clutch kits arrive complete, with the release bearing and the right grease. One carton was " +
      "dented in transit; a replacement stood in our workshop in Poznan three days later.",
  },
  {
    name: "Grace Adeyemi",
    ratting: 5,
    description:
      "I run sixty delivery vans in Lagos and filters go by the pallet. Same can, seal and " +
      "thread in every batch, and the stock shown online is the stock I actually get.",
  },
  {
    name: "Mateus Carvalho",
    ratting: 5,
    description:
      "Fitted the coil-overs to a customer's track car. The collars turn freely by hand and the " +
      "ride height was within a millimetre side to side at the first try.",
  },
  {
    name: "Hiroko Tanabe",
    ratting: 4,
    description:
      "Iridium plugs came out of the box gapped at 0.8 mm, all sixteen. I would like smaller " +
      "minimum orders for a two-bay garage, but the quality is consistent.",
  },
  {
    name: "Declan Byrne",
    ratting: 3,
    description:
      "The alternator itself is grand and charges well at idle. The plug was clocked differently " +
      "from the old unit, so allow an extra half hour to re-route the loom.",
  },
  {
    name: "Priya Raghunathan",
    ratting: 5,
    description:
      "Our taxi fleet in Chennai is hard on ball joints and links. These have now done 70,000 km " +
      "without play, and the boots are still soft. Ordering is quick and invoices are clear.",
  },
  {
    name: "Luc Desrochers",
    ratting: 4,
    description:
      "Water pump and thermostat fitted in one afternoon in Quebec winter. Gaskets were in the box " +
      "and the flanges were flat. A printed torque sheet would have been welcome.",
  },
  {
    name: "Sarah Whitcombe",
    ratting: 5,
    description:
      "As a distributor in Brisbane I care about dimensions and dates. Both were right for two " +
      "years running, and returns on Partwright lines are below one percent.",
  },
];
