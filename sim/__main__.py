from sim.cli.app import main

main()
